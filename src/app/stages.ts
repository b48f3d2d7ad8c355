/** The order every run goes in. docs/architecture.md gives the reasons; scripts/picture.ts draws it. */
import { attempts } from "../../plugins/attempts.ts";
import { available } from "../../plugins/available.ts";
import { cache } from "../../plugins/cache.ts";
import { credentials } from "../../plugins/credentials.ts";
import { flight } from "../../plugins/flight.ts";
import { head } from "../../plugins/head.ts";
import { idempotency } from "../../plugins/idempotency.ts";
import { payment } from "../../plugins/payment.ts";
import { quota } from "../../plugins/quota.ts";
import { timeout } from "../../plugins/timeout.ts";
import { validate } from "../../plugins/validate.ts";
import type { Logger } from "../runtime/actor.ts";
import type { Stage } from "../runtime/run/pipeline.ts";
import type { Accounts } from "../runtime/ports/accounts.ts";
import type { Cache } from "../runtime/ports/answer.ts";
import type { Attempts, ProofLimit } from "../runtime/ports/attempts.ts";
import type { Idempotency } from "../runtime/ports/idempotency.ts";
import type { Rail } from "../runtime/ports/payment.ts";
import type { Clock } from "../runtime/world.ts";
import type { PriceList } from "../runtime/run/prices.ts";

export interface StageDeps {
  readonly idempotency: Idempotency;
  readonly cache: Cache;
  readonly accounts: Accounts;
  readonly rail: Rail;
  readonly proofs: ProofLimit;
  readonly attempts: Attempts;
  readonly prices: PriceList;
  readonly clock: Clock;
  readonly log: Logger;
}

export function standardStages(deps: StageDeps): readonly Stage[] {
  return [
    credentials(deps.accounts, deps.rail, deps.prices),
    validate(),
    head(deps.accounts, deps.rail, deps.prices, deps.clock),
    idempotency({ ...deps, store: deps.idempotency }),
    cache(deps.cache, deps.accounts, deps.clock, deps.log),
    available(),
    quota(deps.accounts, deps.prices),
    payment(deps.rail, deps.accounts, deps.proofs),
    attempts(deps.attempts),
    flight(deps.clock),
    timeout(deps.clock),
  ];
}
