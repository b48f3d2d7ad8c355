/**
 * A backup as a file: a line of JSON that says what it is, then the store's content, compressed (zstd) and sealed
 * (AES-256-GCM, RFC 5116) with a key from the hub's secret, then the seal's tag. The line is sealed with it, so nobody
 * changes either without being noticed. All of it passes in pieces: a store may be larger than memory.
 */
import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "../runtime/errors.ts";
import { guardOf } from "../runtime/schema.ts";
import { isDiskFault } from "../runtime/files/disk-fault.ts";
import { naming } from "../runtime/files/system-faults.ts";
import { jsonIn } from "../text/foreign.ts";

const FORMAT = "agent-api-hub backup 1";
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
/** The line is short; a file without one is no backup. */
const MAX_HEAD_BYTES = 4096;

const Head = Type.Object({
  format: Type.Literal(FORMAT),
  engine: Type.Union([Type.Literal("sqlite"), Type.Literal("postgres")]),
  /** When the content was read, in ISO 8601. */
  made: Type.String(),
  salt: Type.String({ pattern: "^[0-9a-f]{32}$" }),
  iv: Type.String({ pattern: "^[0-9a-f]{24}$" }),
});
const isHead = guardOf(Head);

export type ArchiveFacts = Pick<Static<typeof Head>, "engine" | "made">;

/** What tells one archive from all others. */
export interface ReadArchive extends ArchiveFacts {
  readonly id: string;
}

/** What a store holds, piece by piece. */
export interface Content {
  readonly stream: Readable;
  /** Settles when all of it has come; whoever makes it may fail after the stream has ended. */
  readonly whole?: Promise<void>;
}

/** Writes a backup to a new file, which is on the disk when it is done, and gone when it fails. */
export async function writeArchive(
  path: string,
  { stream, whole }: Content,
  { engine, made }: ArchiveFacts,
  secret: string,
): Promise<void> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const head = { format: FORMAT, engine, made, salt: salt.toString("hex"), iv: iv.toString("hex") };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  // It may fail before anybody waits for it; that it did is found below.
  whole?.catch(() => undefined);
  const file = await open(path, "w", 0o600);
  try {
    await file.write(line);
    const cipher = createCipheriv(CIPHER, keyOf(secret, salt), iv);
    cipher.setAAD(line);
    await Promise.all([pipeline(stream, createZstdCompress(), cipher, createWriteStream(path, { flags: "a" })), whole]);
    await file.write(cipher.getAuthTag(), 0, TAG_BYTES, (await file.stat()).size);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Unpacks a backup's content into a new file.
 * @returns what the backup says of itself
 * @throws {OperatorError} when it is none, was changed or cut, or was sealed with none of the secrets; `to` is not there then.
 */
export async function readArchive(path: string, to: string, secrets: readonly string[]): Promise<ReadArchive> {
  const { line, head, size } = await naming(path, () => readHead(path));
  for (const secret of secrets) {
    const decipher = createDecipheriv(
      CIPHER,
      keyOf(secret, Buffer.from(head.salt, "hex")),
      Buffer.from(head.iv, "hex"),
    );
    decipher.setAAD(line);
    decipher.setAuthTag(await tagOf(path, size));
    if (await unpack(path, line.length, size, decipher, to))
      return { engine: head.engine, made: head.made, id: head.iv };
  }
  throw new OperatorError(
    `Cannot read ${path}: it was changed or cut, or made under another HUB_SECRET. A backup is opened with the secret ` +
      "it was made with (left out, the file `secret` that stood in HUB_DATA_DIR), as HUB_SECRET or HUB_SECRET_PREVIOUS.",
  );
}

async function readHead(path: string): Promise<{ line: Buffer; head: Static<typeof Head>; size: number }> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    const head = readLine(buffer.toString("utf8", 0, Math.max(0, end)));
    if (head === undefined || size < end + 1 + TAG_BYTES)
      throw new OperatorError(`Cannot read ${path}: it is no backup of this hub, or of a newer version`);
    return { line: buffer.subarray(0, end + 1), head, size };
  } finally {
    await file.close();
  }
}

function readLine(text: string): Static<typeof Head> | undefined {
  const head = jsonIn(text);
  return isHead(head) ? head : undefined;
}

async function tagOf(path: string, size: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    return (await file.read(Buffer.alloc(TAG_BYTES), 0, TAG_BYTES, size - TAG_BYTES)).buffer;
  } finally {
    await file.close();
  }
}

/** Whether the seal was right; what was unpacked before that is known is taken away again. */
async function unpack(path: string, start: number, size: number, decipher: DecipherGCM, to: string): Promise<boolean> {
  const sealed = createReadStream(path, { start, end: size - TAG_BYTES - 1 });
  try {
    await pipeline(sealed, decipher, createZstdDecompress(), createWriteStream(to, { flags: "wx", mode: 0o600 }));
    return true;
  } catch (error) {
    if (isDiskFault(error)) throw error;
    await rm(to, { force: true });
    return false;
  }
}

function keyOf(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, "backup", 32));
}
