/** How the hub takes bodies and sends long answers: what it gives memory and time to, by the address that asks. */
import { addressSet } from "../runtime/http/address-set.ts";
import { createBodyReader } from "../routes/http/body.ts";
import { callerOf, type CallerDeps } from "../routes/http/caller.ts";
import { createLongAnswers } from "../routes/http/long-answers.ts";
import type { Config } from "./settings/config.ts";
import { BODIES, LENT, openSweep } from "./process/sweep.ts";
import type { World } from "./world.ts";

/** The longest body there is need not wait for the rate. */
const BURST_BYTES = 8 * 1024 * 1024;

export function openHttpEdge(
  config: Pick<Config, "TRUSTED_PROXIES" | "LIMIT_LONG_BODIES_MIB">,
  { ticks, openScratch }: Pick<World, "ticks" | "openScratch">,
  peers: CallerDeps["peers"],
) {
  const trustedProxies = addressSet(config.TRUSTED_PROXIES);
  const nameOf = (request: Request) => callerOf(request, { peers, trustedProxies }).address();
  const rate = { bytesPerSecond: config.LIMIT_LONG_BODIES_MIB * 1024 * 1024, burstBytes: BURST_BYTES };
  return {
    trustedProxies,
    bodies: createBodyReader(ticks, nameOf, { sweep: openSweep(BODIES), rate }),
    answers: createLongAnswers(ticks, nameOf, { openScratch }),
    sweep: openSweep(LENT),
  };
}
