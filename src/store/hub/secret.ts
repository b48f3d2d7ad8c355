/** The root secret: the operator's, or one that is made once and kept in the data directory for its owner only. */
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../runtime/errors.ts";
import { naming, toldOf } from "../../runtime/files/system-faults.ts";

const FILE = "secret";
const EARLIER = "secret.previous";

/** The kept secret, made now when there is none. Two processes that start at once come to the same one. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return (await storedSecret(dataDir)) ?? (await make(path));
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
  await replace(join(dataDir, EARLIER), `${earlier.join("\n")}\n`);
  await replace(join(dataDir, FILE), randomBytes(32).toString("hex"));
  return earlier.length;
}

/** @returns how many there were */
export async function forgetEarlierSecrets(dataDir: string): Promise<number> {
  const { length } = await earlierSecrets(dataDir);
  await rm(join(dataDir, EARLIER), { force: true });
  return length;
}

async function replace(path: string, text: string): Promise<void> {
  await withDraft(path, text, (draft) => rename(draft, path));
}

/** Written whole, and to the disk, under another name first, which stays behind neither on a full one. */
async function withDraft(path: string, text: string, use: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx", flush: true }).catch(toldOf(path));
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
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

/** A link is made at once or not at all, so nobody reads half a secret. */
async function make(path: string): Promise<string> {
  await withDraft(path, randomBytes(32).toString("hex"), async (draft) => {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  });
  return (await readFile(path, "utf8")).trim();
}
