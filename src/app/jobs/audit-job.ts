/** Seals the audit again and again, and tells its newest hash once a day: the log is kept where nobody can rewrite both. */
import type { Audit } from "../../accounts/audit.ts";
import { dayOf } from "../../runtime/day.ts";
import type { Clock } from "../../runtime/world.ts";

export function auditJob(audit: Audit, clock: Clock, tell: (sentence: string) => void): () => Promise<void> {
  let toldOn: string | undefined;
  return async () => {
    await audit.seal();
    const day = dayOf(clock.now());
    if (day === toldOn) return;
    const { position, hash } = await audit.head();
    toldOn = day;
    if (position > 0) tell(`The audit holds ${position} sealed line(s), the newest with the hash ${hash}`);
  };
}
