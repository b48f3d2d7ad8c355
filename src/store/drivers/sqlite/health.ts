/** Whether a SQLite file can be written to: found out by what fails, and, while something does, by trying again. */
import { isOutage, unavailable } from "../../faults.ts";

export interface SqliteHealth extends Disposable {
  /** Does something with the file. @throws {HubError} `overloaded` where the file, or its disk, is at fault. */
  watch<T>(work: () => T): T;
  /** What an error of the file is told as, to who waits for it. */
  heard(error: unknown): unknown;
  fault(): string | undefined;
}

export interface SqliteHealthOptions {
  /** Writes something; throws while that cannot be done. */
  readonly attempt: () => void;
  /** Told what is wrong, in a sentence, and `undefined` when it is over. */
  readonly onChange?: ((fault: string | undefined) => void) | undefined;
}

const RETRY_MS = 500;

export function watchSqlite({ attempt, onChange }: SqliteHealthOptions): SqliteHealth {
  let fault: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  return {
    watch(work) {
      try {
        return work();
      } catch (error) {
        throw heard(error);
      }
    },
    heard,
    fault() {
      if (fault !== undefined) retry();
      return fault;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function heard(error: unknown): unknown {
    if (!isOutage(error)) return error;
    const why = sentence(error);
    if (fault === undefined) {
      fault = why;
      timer = setInterval(retry, RETRY_MS);
      timer.unref();
      onChange?.(fault);
    }
    return unavailable(why, error);
  }

  function retry(): void {
    try {
      attempt();
    } catch (error) {
      if (isOutage(error)) fault = sentence(error);
      return;
    }
    fault = undefined;
    clearInterval(timer);
    onChange?.(undefined);
  }
}

function sentence(error: unknown): string {
  return `The database file cannot be used: ${error instanceof Error ? error.message : "unknown"}.`;
}
