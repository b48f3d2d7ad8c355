/** The root secret: the operator's, or one that is made once and kept in the data directory for its owner only. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../runtime/errors.ts";
import { createFile, replaceFile } from "../../runtime/files/replace-file.ts";
import { naming } from "../../runtime/files/system-faults.ts";

const FILE = "secret";
const EARLIER = "secret.previous";

/** The kept secret, made now when there is none. Two processes that start at once come to the same one. */
export async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const known = await storedSecret(dataDir);
  if (known !== undefined) return known;
  const path = join(dataDir, FILE);
  await createFile(path, randomBytes(32).toString("hex"));
  return (await readFile(path, "utf8")).trim();
}

/** What the kept secret has replaced, the newest first: what was made with them still holds. */
export async function earlierSecrets(dataDir: string): Promise<readonly string[]> {
  const text = (await contentOf(join(dataDir, EARLIER))) ?? "";
  return text.split("\n").filter((line) => line !== "");
}

/**
 * Puts a new secret in the place of the kept one, which joins the earlier ones: they are written first, so that no secret
 * is lost wherever it stops. @returns how many earlier ones there are now
 */
export async function rotateSecret(dataDir: string): Promise<number> {
  const current = await keptSecret(dataDir);
  const earlier = [...new Set([current, ...(await earlierSecrets(dataDir))])];
  await replaceFile(join(dataDir, EARLIER), `${earlier.join("\n")}\n`);
  await replaceFile(join(dataDir, FILE), randomBytes(32).toString("hex"));
  return earlier.length;
}

/** @returns how many there were */
export async function forgetEarlierSecrets(dataDir: string): Promise<number> {
  const { length } = await earlierSecrets(dataDir);
  await rm(join(dataDir, EARLIER), { force: true });
  return length;
}

/** `undefined` when none was made yet. */
export async function storedSecret(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, FILE);
  const secret = (await contentOf(path))?.trim();
  if (secret !== undefined && secret.length < 32)
    throw new OperatorError(`Cannot use the secret in ${path}: it has fewer than 32 characters`);
  return secret;
}

/** `undefined` where there is no such file. */
function contentOf(path: string): Promise<string | undefined> {
  return naming(path, () =>
    readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }),
  );
}
