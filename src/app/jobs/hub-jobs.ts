/** What a hub does beside its requests, beyond what payments, runs, connections, usage and the catalogue bring along themselves. */
import type { AccountServices } from "../../accounts/services.ts";
import type { BodyReader } from "../../routes/http/body.ts";
import type { LongAnswers } from "../../routes/http/long-answers.ts";
import type { Clock } from "../../runtime/world.ts";
import type { StoredIdempotency } from "../../store/responses/idempotency.ts";
import { RENEW_MS } from "../../store/processes/leases.ts";
import type { Presence } from "../../store/processes/presence.ts";
import { auditJob } from "./audit-job.ts";
import type { Job } from "./jobs.ts";
import type { Log } from "../telemetry/log.ts";

export interface HubJobsDeps {
  readonly bodies: Pick<BodyReader, "cutSlow">;
  readonly answers: Pick<LongAnswers, "cutSlow">;
  readonly idempotency: Pick<StoredIdempotency, "renew" | "forget">;
  readonly services: Pick<AccountServices, "renew" | "orderCare" | "audit" | "disabledActors">;
  readonly keptParts: { forget(): Promise<unknown> };
  readonly presence: Pick<Presence, "tell">;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_MS = 1_000;
const TIDY_MS = 60_000;
const FLUSH_MS = 5_000;
const TELL_MS = 5_000;

export function hubJobs(deps: HubJobsDeps): readonly Job[] {
  const { bodies, answers, idempotency, services, keptParts, presence, clock, log } = deps;
  return [
    { complaint: "Cannot cut off slow bodies", everyMs: LOOK_MS, run: async () => bodies.cutSlow() },
    { complaint: "Cannot cut off answers that nobody takes", everyMs: LOOK_MS, run: async () => answers.cutSlow() },
    {
      complaint: "Cannot look which actors are switched off",
      everyMs: LOOK_MS,
      run: () => services.disabledActors.refresh(),
    },
    { complaint: "Cannot tell that this process is alive", everyMs: TELL_MS, run: async () => presence.tell() },
    lease("Cannot renew the holds of idempotency keys", () => idempotency.renew()),
    lease("Cannot renew what is set aside for runs", () => services.renew()),
    {
      complaint: "Cannot seal the audit",
      everyMs: FLUSH_MS,
      run: auditJob(services.audit, clock, (sentence) => log.info(sentence)),
      isLeaders: true,
    },
    leaders("Cannot make underpaid orders a balance", () => services.orderCare.creditStale()),
    leaders("Cannot forget old idempotency keys", () => idempotency.forget()),
    leaders("Cannot forget old parts of answers", () => keptParts.forget()),
  ];
}

function lease(complaint: string, run: Job["run"]): Job {
  return { complaint, everyMs: RENEW_MS, run, isLease: true };
}

function leaders(complaint: string, run: Job["run"]): Job {
  return { complaint, everyMs: TIDY_MS, run, isLeaders: true };
}
