/**
 * Operations that do something else to the right thing: whoever holds money on a card has no card verified, and whoever
 * attaches a volume creates no server.
 */
import { withMeanings } from "../../catalog/search/loan-words.ts";
import { stemOf } from "../../catalog/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Constants } from "../slots/constants.ts";
import { effectOfOperation } from "../words/verbs.ts";
import type { Wish } from "../words/wish.ts";
import type { Coverage } from "./coverage.ts";

/** What operations are called by that do it, unlike "set" or "mark"; none of them is said of a thing that is only changed. */
const DEEDS = new Set(
  (
    "accept approve attach block capture clone confirm detach follow fork hold import install lock merge mute pin " +
    "publish reboot refund reject release renew resend restart retry rotate sign star subscribe suspend transfer unlock upgrade void"
  ).split(" "),
);

const ALSO = new Set("start stop pause resume cancel terminate".split(" "));
const ALIKE: ReadonlyMap<string, string> = new Map([
  ["reboot", "restart"],
  ["restart", "reboot"],
]);

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
  const deeds = withMeanings(said.verb)
    .filter((one) => DEEDS.has(one))
    .flatMap((one) => [one, ALIKE.get(one) ?? one]);
  if (deeds.length === 0) return false;
  const named = wordsOf(splitIdentifier(entry.name));
  // "StopInstance" tells that a reboot is another thing, whatever its description speaks of.
  const isCalledOtherwise =
    [named[0] ?? "", named.at(-1) ?? ""].some((one) => DEEDS.has(one) || ALSO.has(one)) &&
    !named.some((one) => deeds.includes(one));
  if (!isCalledOtherwise && deeds.some(coverage.speaks)) return false;
  const sent = JSON.stringify(constants.body ?? constants.params).toLowerCase();
  return !deeds.some((one) => sent.includes(stemOf(one)));
}
