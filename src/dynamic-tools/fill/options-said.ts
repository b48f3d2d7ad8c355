/**
 * A word that nothing else explains, where one slot alone lists it among what it takes: in its list, its description
 * ("regular, postseason, or both") or its examples. Who says it means that slot, whatever stands beside it.
 */
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { type TextRange, overlap } from "../../text/text-range.ts";
import { optionsOf } from "../fit/members/described-options.ts";
import { type Slot, isCredential } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isNegated } from "../words/verbs/negation.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { EliminatedSlot, Placed } from "./elimination.ts";
import { runsOf } from "./names-said.ts";
import { takenForm } from "./taken-form.ts";

/** What is looked for, and what is called by the names of fields, is named by whatever word. */
const OF_ANY_WORD =
  /^(?:q|query|search(?: query| term| text)?)$|\b(?:sort|order|fields?|columns?|include|expand|embed|group)\b/;
/** Said of anything. */
const COMMON =
  /^(?:all|new|name|date|order|id|key|none|any|other|default|true|false|read|write|string|text|type|value|number|list|user|get|create|update|delete|add|post|put|url|email|json|xml|csv|public|private|title|time|day|week|month|year|start|end|from|to|code|status)$/;
/** Two letters are too often something else. */
const LEAST_LETTERS = 3;

interface Option {
  readonly slot: Slot;
  readonly option: string;
  /** Where it was said. */
  readonly at: TextRange;
}

/** `open` are the slots that are empty. */
export function optionsSaid(context: WishContext, open: readonly Slot[], filled: Placed): EliminatedSlot[] {
  if (context.said.effect === "delete") return [];
  const isFree = freeAmong(context, filled);
  const names = new Set(open.map(({ name }) => spellOut(name)));
  const all = open.flatMap((slot) => optionsIn(slot, isFree, context, names));
  return open.flatMap((slot) => {
    const own = all.filter((one) => one.slot === slot);
    const alone = own.filter(({ at }) => all.every((other) => other.slot === slot || !overlap(other.at, at)));
    const longest = alone.filter(({ at }) => !alone.some((other) => isWithin(at, other.at)));
    const options = [...new Set(longest.map(({ option }) => option))];
    const isList = [slot.schema.type].flat().includes("array");
    if (options.length === 0 || (options.length > 1 && !isList)) return [];
    const sent = takenForm(slot, [isList ? options : options[0]], context.lookup);
    return sent === undefined ? [] : [{ slot, sent }];
  });
}

function isWithin(one: TextRange, other: TextRange): boolean {
  return one.start >= other.start && one.end <= other.end && one.end - one.start < other.end - other.start;
}

/** `names` are those of the empty slots: who says one names that slot. */
function optionsIn(
  slot: Slot,
  isFree: (at: TextRange) => boolean,
  { said, isUnspoken }: WishContext,
  names: ReadonlySet<string>,
): Option[] {
  if (isCredential(slot)) return [];
  const runs = runsOf(said);
  // "by title" of `by-title` says what only a list says.
  const least = OF_ANY_WORD.test(spellOut(slot.name)) ? 2 : 1;
  return optionsOf(slot).flatMap((option) => {
    const words = wordsOf(splitIdentifier(option));
    const letters = words.join("");
    const at = letters.length < LEAST_LETTERS ? undefined : runs.get(letters)?.find(isFree);
    if (at === undefined || words.length < least || names.has(spellOut(option))) return [];
    if (!slot.needed && COMMON.test(option.toLowerCase())) return [];
    const written = said.text.slice(at.start, at.end).toLowerCase();
    const isTelling = !STOP_WORDS.has(written) && (slot.needed || (isUnspoken(written) && !isVerb(written)));
    return (/\s/.test(written) || isTelling) && !isNegated(at, said.text) ? [{ slot, option, at }] : [];
  });
}

/** Tells words that stand in no value or name that found its place. */
function freeAmong({ said: { text } }: WishContext, { placed, words, names }: Placed): (at: TextRange) => boolean {
  const taken: readonly TextRange[] = [...placed.keys(), ...names];
  const used = new Set(words.flatMap((one) => one.toLowerCase().split(" ")));
  return (at) => {
    const own =
      text
        .slice(at.start, at.end)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    return !taken.some((one) => overlap(one, at)) && !own.some((word) => used.has(word));
  };
}
