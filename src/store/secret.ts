/** The root secret: the operator's, or one that is made once and kept in the data directory for its owner only. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "secret";

/** The kept secret, made now when there is none. Two processes that start at once come to the same one. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(path, "utf8")).trim();
  if (secret.length < 32) throw new Error(`Cannot use the secret in ${path}: it has fewer than 32 characters`);
  return secret;
}
