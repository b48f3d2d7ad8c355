/**
 * Operations that do something else to the right thing: whoever holds money on a card has no card verified, and whoever
 * attaches a volume creates no server.
 */
import { withMeanings } from "../../catalog/search/loan-words.ts";
import { stemOf } from "../../catalog/stem.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Constants } from "../slots/constants.ts";
import { effectOfOperation } from "../words/verbs.ts";
import type { Wish } from "../words/wish.ts";
import type { Coverage } from "./coverage.ts";

/** What operations are called by that do it, unlike "set" or "mark"; none of them is said of a thing that is only changed. */
const DEEDS = new Set(
  (
    "accept approve attach block capture clone confirm detach follow fork hold import install lock merge mute pin " +
    "publish refund reject release renew resend retry rotate sign star subscribe suspend transfer unlock upgrade void"
  ).split(" "),
);

/** `constants` are what the request says: "lock" and "closed" may stand there as well. */
export function doesOtherDeed({
  entry,
  said,
  coverage,
  constants,
}: {
  readonly entry: Entry;
  readonly said: Wish;
  readonly coverage: Coverage;
  readonly constants: Constants;
}): boolean {
  if (said.effect === "read" || said.effect === "compute") return false;
  // "sign the lease" has none shown; "sign of taurus" may be looked for.
  const isShown = entry.method === "GET" && effectOfOperation(entry) === "read";
  if (isShown && !said.text.toLowerCase().includes(`${said.verb} the `)) return false;
  const deeds = withMeanings(said.verb).filter((one) => DEEDS.has(one));
  if (deeds.length === 0 || deeds.some(coverage.speaks)) return false;
  const sent = JSON.stringify(constants.body ?? constants.params).toLowerCase();
  return !deeds.some((one) => sent.includes(stemOf(one)));
}
