/** "the card 60d2f" is no id of a list: what is changed or sent there would be another thing. */
import { LOAN_WORDS, withMeanings } from "../../catalog/words/loan-words.ts";
import { SYNONYMS } from "../../catalog/words/synonyms.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { editDistance } from "../../text/edit-distance.ts";
import { foreignFunctionStems } from "../words/verbs/asking.ts";
import { lastPhrase } from "../words/clauses/clause.ts";
import { textOf } from "../../text/foreign.ts";
import { holderOf, inFull, thingGluedIn } from "../slots/names.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import { isVersionOf } from "./kinds/versions.ts";
import { isYear } from "./kinds/counts.ts";
import { isNumber, type Value } from "../words/value.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import type { Wish } from "../words/wish/wish.ts";

/** What says that a thing is called by it, and not what thing it is. */
const CALLING =
  /^(?:ids?|uuid|guid|gid|sid|arn|key|slug|number|no|nr|num|ref|reference|code|name|value|identifier|index|iid|exposed)$/;
/** Each of them may be any thing. */
const ANY = new Set(
  "item object resource entity element record parent target source subject trans transaction external internal unique"
    .split(" ")
    .flatMap((word) => [word, stemOf(word)]),
);
const DOES: ReadonlySet<Wish["effect"]> = new Set(["create", "change", "delete", "run", "compute"]);
/** What names a group of things: the droplet 123 has no tag of that name. */
const OF_GROUP = /^(?:tag|label|group|category|folder|project|team) (?:name|slug)$/;
const IS_ID = /(?:^id|\b(?:ids?|uuid|guid|gid|sid|key))\b/;

/** Who is in a channel is its member and the user of another operation. */
const PEOPLE = new Set("user member person collaborator participant employee".split(" "));

/** Only where something is done with it: what shows another thing does no harm. */
export function isOfOtherThing(slot: Slot, value: Value, said: Wish): boolean {
  if (!DOES.has(said.effect) || (value.kind !== "id" && !isNumber(value))) return false;
  const word = spellOut(slot.name);
  // The key of a pair calls nothing that is there.
  if (slot.isOfPair === true) return false;
  // "the archive of July 1969": a year is no thing.
  if (isVersionOf(word, value.text)) return false;
  if (isYear(value.text) && /\byear\b/.test(word)) return false;
  if (!slot.inPath && !IS_ID.test(word) && !OF_GROUP.test(word) && !isToldId(slot)) return false;
  const noun = nounBefore(value, said);
  if (noun === undefined || isUnknown(noun, said.text)) return false;
  const things = thingsOf(slot, word);
  if (things.every((one) => ANY.has(one))) return false;
  // What search takes for one thing may be two: who is removed from a channel stays in the team.
  const namedBy = said.effect === "delete" ? namesOf : meaningsOf;
  const meant = namedBy(noun);
  if (things.some((thing) => meant.some((one) => isLike(thing, one)))) return false;
  if (PEOPLE.has(noun) && things.some((thing) => PEOPLE.has(thing))) return false;
  const told = toldOf(slot, things);
  if (!OF_GROUP.test(word) && meant.some((one) => told.has(one))) return false;
  // "remove the milestone from issue 5" takes away no milestone 5.
  if (said.effect === "delete" && TAKEN_FROM.test(said.text.slice(0, value.start))) return true;
  // "refund the charge ch_31" speaks of no refund that is there, and "all files in the folder 5" of no file 5.
  const all = new Set(
    wordsOf(said.text)
      .filter((one) => (one !== said.verb || !isVerb(one)) && singular(one) === one)
      .flatMap(namedBy),
  );
  return !things.some((thing) => all.has(thing));
}

const TAKEN_FROM = /\b(?:from|off|out of)\s(?:(?:the|my|our)\s)?\p{L}{3,30}\s(?:#|no\.? |number |id )?$/iu;

/** "ID of the conversation", of a `channel`. */
function isToldId({ schema }: Slot): boolean {
  return /^(?:the )?(?:[a-z]{2,20} )?(?:id|identifier)\b/i.test(textOf(schema.description).slice(0, MAX_CHARS));
}

/** Stems of what is told of the slot; "the ID of the conversation for this message" is of the conversation. */
function toldOf({ schema }: Slot, things: readonly string[]): ReadonlySet<string> {
  const description = textOf(schema.description);
  const [head = ""] = description.split(ASIDE, 1);
  const stemsOf = (text: string) => new Set(wordsOf(text).map(stemOf));
  const first = stemsOf(head);
  return things.some((one) => first.has(one)) ? first : stemsOf(description);
}

const ASIDE = /\s(?:for|in|on|from|to|that|which|where|whose|associated|belonging|containing)\s|[.;:(]/;

/** A spreadsheet is a sheet, and a user group is no user; and "crad" is a card. */
function isLike(thing: string, said: string): boolean {
  return thing.endsWith(said) || said.endsWith(thing) || (said.length > 3 && editDistance(thing, said, 1) <= 1);
}

/** "card" of "the card 60d2f" and "card no. 7"; none where a name, a preposition or the verb itself stands there. */
function nounBefore({ start }: Value, { text, verb }: Wish): string | undefined {
  const words = lastPhrase(text.slice(0, start)).match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = words.findLast((word) => !CALLING.test(word.toLowerCase()));
  const noun = last?.toLowerCase();
  const isNone = noun === undefined || !/^\p{L}{3,}$/u.test(noun) || STOP_WORDS.has(noun);
  return isNone || (noun === verb && isVerb(noun)) ? undefined : noun;
}

const MAX_CHARS = 60;

/** Of another language, and with no meaning that is known here. */
function isUnknown(noun: string, text: string): boolean {
  return LOAN_WORDS.meanings.get(noun) === undefined && foreignFunctionStems(text).size > 0;
}

function thingsOf(slot: Slot, word: string): string[] {
  const own = inFull(word)
    .split(" ")
    .filter((one) => !CALLING.test(one))
    .flatMap((one) => [one, thingGluedIn(one) ?? one]);
  const behind = [slot.noun, slot.thing, ...(own.length === 0 ? holderOf(slot.path) : [])];
  return [...own, ...behind.flatMap((one) => (one === undefined ? [] : wordsOf(one)))].flatMap((one) => [
    one,
    stemOf(one),
  ]);
}

/** Its stems, and those of what search finds for it as well. */
function meaningsOf(noun: string): string[] {
  return namesOf(noun).flatMap((stem) => [stem, ...(SYNONYMS.get(stem) ?? [])]);
}

function namesOf(noun: string): string[] {
  return [noun, ...withMeanings(noun).map((one) => stemOf(inFull(one)))];
}
