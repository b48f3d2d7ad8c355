/** Signs the revocation log with the present secret where an earlier one has signed it, so that it outlives that one. */
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Secrets } from "../store/hub/hub-key.ts";
import { filesIn, keyOf, signedLine, textOfLine } from "./revocation-log.ts";

/** Lines that are written at once. */
const BATCH = 500;

/**
 * To be called by whoever holds the log: each file is replaced as a whole. What no secret has signed stays as it is.
 * @returns how many lines
 */
export async function signLogAnew(folder: string, { current, earlier }: Secrets): Promise<number> {
  if (earlier.length === 0) return 0;
  const keys = { current: keyOf(current), earlier: earlier.map(keyOf) };
  let signed = 0;
  for (const path of await filesIn(folder)) signed += await signFileAnew(path, keys);
  return signed;
}

/** How many lines of the log only these secrets have signed. */
export async function linesUnder(folder: string, secrets: readonly string[]): Promise<number> {
  const keys = secrets.map(keyOf);
  let count = 0;
  for (const path of await filesIn(folder))
    for await (const line of linesOf(path)) if (textOfLine(line, keys) !== undefined) count++;
  return count;
}

interface Keys {
  readonly current: Buffer;
  readonly earlier: readonly Buffer[];
}

async function signFileAnew(path: string, { current, earlier }: Keys): Promise<number> {
  const draft = `${path}.draft`;
  const file = await open(draft, "w", 0o600);
  let signed = 0;
  try {
    let batch: string[] = [];
    for await (const line of linesOf(path)) {
      const text = textOfLine(line, earlier);
      if (text !== undefined) signed++;
      batch.push(text === undefined ? `${line}\n` : signedLine(text, current));
      if (batch.length === BATCH) await file.appendFile(batch.splice(0).join(""));
    }
    await file.appendFile(batch.join(""));
    await file.sync();
    await file.close();
    if (signed > 0) await rename(draft, path);
  } finally {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  }
  return signed;
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path) });
}
