/**
 * One import changes a catalogue at a time: the second would copy the file before the first has finished it, and take
 * away what it brought. The lock is the system's, on a file beside the catalogue, so it ends with its process however
 * that ends.
 */
import { setTimeout } from "node:timers/promises";
import { OperatorError } from "../../runtime/errors.ts";
import { tryLock } from "../sqlite.ts";

/** A full import takes half a minute on a slow machine. */
const PATIENCE_MS = 300_000;
const TRY_EVERY_MS = 100;

export interface LockOptions {
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Told once when another import has it. */
  readonly onWait?: () => void;
  /** Called once it is held, before anything is changed. */
  readonly onHeld?: () => Promise<void>;
}

/** @throws {OperatorError} when another import holds it for five minutes. */
export async function lockCatalog({ path, signal, onWait, onHeld }: LockOptions): Promise<Disposable> {
  const file = `${path}.lock`;
  for (let waited = 0; waited < PATIENCE_MS; waited += TRY_EVERY_MS) {
    const lock = tryLock(file);
    if (lock !== undefined) return await begun(lock, onHeld);
    if (waited === 0) onWait?.();
    await setTimeout(TRY_EVERY_MS, undefined, { signal });
  }
  throw new OperatorError(`Cannot change the catalogue ${path}: another import has been at it for five minutes.`);
}

async function begun(lock: Disposable, onHeld: LockOptions["onHeld"]): Promise<Disposable> {
  try {
    await onHeld?.();
    return lock;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
