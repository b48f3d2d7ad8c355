/** Which signals tell this process to stop: those, and the end of its terminal where it was not started to outlive that. */
import { readFileSync } from "node:fs";

const HANGUP_BIT = 1n;

export function stopSignals(): readonly NodeJS.Signals[] {
  return outlivesTerminal() ? ["SIGTERM", "SIGINT"] : ["SIGTERM", "SIGINT", "SIGHUP"];
}

/** As `nohup` starts it. To listen for the signal would undo that; where nobody can tell, nobody listens. */
function outlivesTerminal(): boolean {
  try {
    const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return ignored === undefined || (BigInt(`0x${ignored}`) & HANGUP_BIT) !== 0n;
  } catch {
    return true;
  }
}
