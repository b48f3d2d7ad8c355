/** Processor time of processes, as Linux counts it: in hundredths of a second, given in microseconds. */
import { readdirSync, readFileSync } from "node:fs";

const TICK_US = 10_000;

/** Of processes with all that they have started, what has ended included. */
export function cpuOfTrees(roots: readonly number[]): number {
  const children = Map.groupBy(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (pid) => Number(fieldsOf(pid)?.[1]),
  );
  const cpuOfTree = (pid: number): number => {
    const fields = fieldsOf(pid) ?? [];
    const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    return (children.get(pid) ?? []).reduce((sum, child) => sum + cpuOfTree(child), own);
  };
  return roots.reduce((sum, pid) => sum + cpuOfTree(pid), 0) * TICK_US;
}

/** Behind the name of the process, which may hold spaces. */
function fieldsOf(pid: number): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
