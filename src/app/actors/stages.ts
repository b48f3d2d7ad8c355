/** The order every run goes in. docs/architecture.md gives the reasons; scripts/picture.ts draws it. */
import { attempts } from "../../../plugins/attempts.ts";
import { available } from "../../../plugins/available.ts";
import { cache } from "../../../plugins/cache.ts";
import { credentials } from "../../../plugins/credentials.ts";
import { enabled } from "../../../plugins/enabled.ts";
import { flight } from "../../../plugins/flight.ts";
import { head } from "../../../plugins/head.ts";
import { idempotency } from "../../../plugins/idempotency.ts";
import { payment } from "../../../plugins/payment.ts";
import { queue } from "../../../plugins/queue.ts";
import { quota } from "../../../plugins/quota.ts";
import { scopes } from "../../../plugins/scopes.ts";
import { timeout } from "../../../plugins/timeout.ts";
import { validate } from "../../../plugins/validate.ts";
import type { Logger } from "../../runtime/actor.ts";
import type { Stage } from "../../runtime/run/pipeline.ts";
import type { Accounts } from "../../runtime/ports/accounts.ts";
import type { Cache } from "../../runtime/ports/answer.ts";
import type { Attempts, ProofLimit } from "../../runtime/ports/attempts.ts";
import type { DisabledActors } from "../../runtime/ports/disabled-actors.ts";
import type { Idempotency } from "../../runtime/ports/idempotency.ts";
import type { Rail } from "../../runtime/ports/payment.ts";
import type { RunQueue } from "../../runtime/ports/runs.ts";
import type { SharedFlights } from "../../runtime/ports/shared-flights.ts";
import type { Clock } from "../../runtime/world.ts";
import type { PriceList } from "../../runtime/run/prices.ts";

export interface StageDeps {
  readonly idempotency: Idempotency;
  readonly cache: Cache;
  readonly accounts: Accounts;
  readonly disabledActors: DisabledActors;
  readonly rail: Rail;
  readonly proofs: ProofLimit;
  readonly attempts: Attempts;
  readonly prices: PriceList;
  readonly runs: RunQueue;
  /** Left out, identical runs are one in this process only. */
  readonly flights?: SharedFlights | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export function standardStages(deps: StageDeps): readonly Stage[] {
  // In this order; a trace tells a stage by its name.
  const stages = {
    credentials: credentials(deps.accounts, deps.rail, deps.prices),
    scopes: scopes(),
    enabled: enabled(deps.disabledActors),
    validate: validate(),
    head: head(deps.accounts, deps.rail, deps.prices, deps.clock),
    idempotency: idempotency({ ...deps, store: deps.idempotency }),
    cache: cache(deps.cache, deps.accounts, deps.clock, deps.log),
    available: available(),
    quota: quota(deps.accounts, deps.prices),
    payment: payment(deps),
    queue: queue(deps.runs, deps.clock),
    attempts: attempts(deps.attempts),
    flight: flight(deps.clock, deps.flights),
    timeout: timeout(deps.clock),
  };
  return Object.entries(stages).map(([name, stage]) => Object.defineProperty(stage, "name", { value: name }));
}
