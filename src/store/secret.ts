/** The root secret: the operator's, or one that is made once and kept in the data directory for its owner only. */
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../runtime/errors.ts";

const FILE = "secret";

/** The kept secret, made now when there is none. Two processes that start at once come to the same one. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const secret = (await storedSecret(dataDir)) ?? (await make(path));
  if (secret.length < 32) throw new OperatorError(`Cannot use the secret in ${path}: it has fewer than 32 characters`);
  return secret;
}

/** `undefined` when none was made yet. */
export async function storedSecret(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, FILE), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written whole under another name first: a link is made at once or not at all, so nobody reads half a secret. */
async function make(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(path, "utf8")).trim();
}
