/** "set the memory to 512": a number that is said of one property is none of another. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { SYNONYMS } from "../../catalog/words/synonyms.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { textOf } from "../../text/foreign.ts";
import { inFull } from "../slots/names.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isNumber, textBefore, type Value } from "../words/value.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import type { Wish } from "../words/wish/wish.ts";

/** The property before it; of "the depth of the probe" that is the depth, and further off. */
const SET_TO =
  /(?<!\b(?:of|in|on|for|von|vom|des|der|de|del|du|d[aoi]|dell?a)\s(?:(?:the|my|our|la|el|le)\s)?)(?<!\p{L})(\p{L}{3,30})\s(?:to|auf|a|à|para|em|su)\s$/iu;
const SETS = /^(?:set|update|change|modify|edit|adjust|put)$/;

export function isOfOtherProperty(slot: Slot, value: Value, { text, verb }: Wish): boolean {
  if (slot.inPath || slot.required || !isNumber(value) || !withMeanings(verb).some((one) => SETS.test(one)))
    return false;
  const property = SET_TO.exec(textBefore(value, text))?.[1]?.toLowerCase();
  if (property === undefined || STOP_WORDS.has(property) || isVerb(property)) return false;
  const meant = withMeanings(property)
    .map((one) => stemOf(inFull(one)))
    .flatMap((one) => [one, ...(SYNONYMS.get(one) ?? [])]);
  const words = wordsOf(`${slot.path.map(spellOut).join(" ")} ${textOf(slot.schema.description)}`).map((one) =>
    stemOf(inFull(one)),
  );
  return !words.some((word) => meant.some((one) => word.startsWith(one) || one.startsWith(word)));
}
