/**
 * The revocation log: what a hub has ended, outside its store, so that a restored backup does not bring it back. A folder
 * of files, one for each month, of lines: a seal (HMAC-SHA-256 with a key from the hub's secret), and the revocation as JSON.
 * Each process may write the same: what stands there twice is done once.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "../runtime/errors.ts";
import { guardOf } from "../runtime/schema.ts";
import { OneOf } from "../runtime/schema-parts.ts";

export const Revocation = Type.Object({
  id: Type.Integer(),
  /** In milliseconds since the epoch. */
  at: Type.Integer(),
  kind: OneOf(["key", "account", "connection", "payment"]),
  /** Its name in the store. */
  subject: Type.String({ maxLength: 200 }),
  /** What is needed to end it in a store that may not know it; JSON. */
  facts: Type.String({ maxLength: 16_000 }),
});
export type Revocation = Static<typeof Revocation>;
const isRevocation = guardOf(Revocation);

/** The fact of a store that names it to the log; a restored one is another. */
export const STORE_NAME = "revocation log";

const NAME = /^revocations-[0-9a-f]{8}-\d{4}-\d{2}\.log$/;
const LINE = /^([0-9a-f]{64}) (\{.*\})$/;
/** At the end of a file, to know what it holds already. */
const TAIL_BYTES = 1024 * 1024;

export interface RevocationLog {
  /** Comes back when the lines are on the disk. */
  append(revocations: readonly Revocation[], now: number): Promise<void>;
  /** The numbers of those that were written last. */
  recent(): Promise<ReadonlySet<number>>;
}

/** @param store names the store: another one, as a restored one, begins files of its own */
export function openRevocationLog(folder: string, store: string, secret: string): RevocationLog {
  const key = keyOf(secret);
  const begins = `revocations-${store.slice(0, 8)}-`;
  return {
    async append(revocations, now) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${begins}${new Date(now).toISOString().slice(0, 7)}.log`);
      const lines = revocations.map((each) => signedLine(JSON.stringify(each), key));
      const file = await open(path, "a+", 0o600);
      try {
        // A line that a dying process has left half begins the next one otherwise.
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        await file.appendFile(size > 0 && last.toString() !== "\n" ? `\n${lines.join("")}` : lines.join(""));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async recent() {
      const names = (await namesIn(folder)).filter((name) => name.startsWith(begins));
      const numbers = new Set<number>();
      for (const name of names.slice(-2)) {
        const file = await open(join(folder, name), "r");
        try {
          const { size } = await file.stat();
          const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
          await file.read(tail, 0, tail.length, size - tail.length);
          for (const line of tail.toString("utf8").split("\n")) {
            const read = readLine(line, [key]);
            if (read !== undefined) numbers.add(read.id);
          }
        } finally {
          await file.close();
        }
      }
      return numbers;
    },
  };
}

/**
 * What was ended at or after a moment, in order. Lines that are not the hub's own are passed over, and counted.
 * @throws {OperatorError} where there is no log
 */
export async function readRevocations(
  folder: string,
  since: number,
  secrets: readonly string[],
): Promise<{ readonly revocations: readonly Revocation[]; readonly strange: number }> {
  const paths = await filesIn(folder);
  if (paths.length === 0)
    throw new OperatorError(
      `Cannot restore: there is no revocation log in ${folder}. Without it keys that were ended since the backup live again: ` +
        "name its folder with --revocations, or say --without-revocations",
    );
  const keys = secrets.map(keyOf);
  const revocations: Revocation[] = [];
  let strange = 0;
  for (const path of paths)
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line === "") continue;
      const read = readLine(line, keys);
      if (read === undefined) strange++;
      else if (read.at >= since) revocations.push(read);
    }
  return { revocations: revocations.toSorted((one, other) => one.at - other.at || one.id - other.id), strange };
}

/** The files of the log, the oldest first of each store. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).map((name) => join(folder, name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? (await readdir(folder)).filter((name) => NAME.test(name)).toSorted() : [];
}

function readLine(line: string, keys: readonly Buffer[]): Revocation | undefined {
  const text = textOfLine(line, keys);
  if (text === undefined) return undefined;
  const read: unknown = JSON.parse(text);
  return isRevocation(read) ? read : undefined;
}

/** What a line says, where one of the keys has signed it. */
export function textOfLine(line: string, keys: readonly Buffer[]): string | undefined {
  const [, seal = "", text = ""] = LINE.exec(line) ?? [];
  const isOurs = keys.some((key) => seal !== "" && timingSafeEqual(Buffer.from(sealOf(text, key)), Buffer.from(seal)));
  return isOurs ? text : undefined;
}

export function signedLine(text: string, key: Buffer): string {
  return `${sealOf(text, key)} ${text}\n`;
}

function sealOf(text: string, key: Buffer): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "revocation log", 32));
}
