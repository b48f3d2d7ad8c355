/**
 * A word that nothing else explains, where one slot alone lists it among what it takes: in its list, its description
 * ("regular, postseason, or both") or its examples. Who says it means that slot, whatever stands beside it.
 */
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { type TextRange, overlap } from "../../text/text-range.ts";
import { optionsOf } from "../fit/members/described-options.ts";
import { type Slot, isCredential, spellOut } from "../slots/slots.ts";
import { isNegated } from "../words/verbs/negation.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { EliminatedSlot, Placed } from "./elimination.ts";
import { takenForm } from "./taken-form.ts";

/** What is looked for, and what is called by the names of fields, is named by whatever word. */
const OF_ANY_WORD =
  /^(?:q|query|search(?: query| term| text)?)$|\b(?:sort|order|fields?|columns?|include|expand|embed|group)\b/;
/** Said of anything. */
const COMMON =
  /^(?:all|new|name|date|order|id|key|none|any|other|default|true|false|read|write|string|text|type|value|number|list|user|get|create|update|delete|add|post|put|url|email|json|xml|csv|public|private|title|time|day|week|month|year|start|end|from|to|code|status)$/;
const MAX_WORDS = 5;
/** Two letters are too often something else. */
const LEAST_LETTERS = 3;

interface Option {
  readonly slot: Slot;
  readonly option: string;
  /** Where it was said. */
  readonly at: TextRange;
}

/** Words in a row that are free, by their letters alone; each where it stands first. */
type Runs = ReadonlyMap<string, TextRange>;

/** `open` are the slots that are empty. */
export function optionsSaid(context: WishContext, open: readonly Slot[], filled: Placed): EliminatedSlot[] {
  if (context.said.effect === "delete") return [];
  const runs = freeRuns(context, filled);
  const names = new Set(open.map(({ name }) => spellOut(name)));
  const all = open.flatMap((slot) => optionsIn(slot, runs, context, names));
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
function optionsIn(slot: Slot, runs: Runs, { said, isUnspoken }: WishContext, names: ReadonlySet<string>): Option[] {
  if (isCredential(slot) || runs.size === 0) return [];
  // "by title" of `by-title` says what only a list says.
  const least = OF_ANY_WORD.test(spellOut(slot.name)) ? 2 : 1;
  return optionsOf(slot).flatMap((option) => {
    const words = wordsOf(splitIdentifier(option));
    const at = runs.get(words.join(""));
    if (at === undefined || words.length < least || names.has(spellOut(option))) return [];
    if (!slot.needed && COMMON.test(option.toLowerCase())) return [];
    const written = said.text.slice(at.start, at.end).toLowerCase();
    const isTelling = !STOP_WORDS.has(written) && (slot.needed || (isUnspoken(written) && !isVerb(written)));
    return (/\s/.test(written) || isTelling) && !isNegated(at, said.text) ? [{ slot, option, at }] : [];
  });
}

/** Of words that stand in no value or name that found its place. */
function freeRuns({ said: { text } }: WishContext, { placed, words, names }: Placed): Runs {
  const taken: TextRange[] = [...placed.keys(), ...names];
  const used = new Set(words.flatMap((one) => one.toLowerCase().split(" ")));
  const all = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    letters: wordsOf(word).join(""),
    isFree:
      !used.has(word.toLowerCase()) && !taken.some((one) => overlap(one, { start: index, end: index + word.length })),
  }));
  const runs = new Map<string, TextRange>();
  for (const [first, { start }] of all.entries()) {
    let letters = "";
    for (const word of all.slice(first, first + MAX_WORDS)) {
      if (!word.isFree) break;
      letters += word.letters;
      if (letters.length >= LEAST_LETTERS && !runs.has(letters)) runs.set(letters, { start, end: word.end });
    }
  }
  return runs;
}
