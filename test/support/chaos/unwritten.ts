/** What a killed PostgreSQL may lose: daily calls do not wait for its disk, as money does. */
import type { Answer } from "./client.ts";
import type { Fault } from "./faults.ts";

/** What was committed without waiting is on PostgreSQL's disk after three turns of its writer (`wal_writer_delay`, 200 ms). */
const UNWRITTEN_MS = 600;

/** Whether a call was answered at most so long before a PostgreSQL was killed, or asked before that and answered since. */
export function mayBeUnwritten({ at, ms }: Pick<Answer, "at" | "ms">, faults: readonly Fault[]): boolean {
  const kills = faults.filter(({ name, target }) => target === "PostgreSQL" && name === "killed");
  return kills.some(({ begin, begun }) => at + ms > begin - UNWRITTEN_MS && at < begun);
}
