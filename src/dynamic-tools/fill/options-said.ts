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

interface Option {
  readonly slot: Slot;
  readonly option: string;
  /** Where it was said. */
  readonly at: TextRange;
}

/** `open` are the slots that are empty. */
export function optionsSaid(context: WishContext, open: readonly Slot[], filled: Placed): EliminatedSlot[] {
  const { said, lookup } = context;
  if (said.effect === "delete") return [];
  const free = freeWords(context, filled);
  if (free.length === 0) return [];
  const names = new Set(open.map(({ name }) => spellOut(name)));
  const all = open.flatMap((slot) => optionsIn(slot, free, context, names));
  return open.flatMap((slot) => {
    const own = all.filter((one) => one.slot === slot);
    const alone = own.filter((one) => all.every((other) => other.slot === slot || !overlap(other.at, one.at)));
    const longest = alone.filter((one) => !alone.some((other) => other !== one && isWithin(one.at, other.at)));
    const options = [...new Set(longest.map(({ option }) => option))];
    const isList = [slot.schema.type].flat().includes("array");
    if (options.length === 0 || (options.length > 1 && !isList)) return [];
    const sent = takenForm(slot, [isList ? options : options[0]], lookup);
    return sent === undefined ? [] : [{ slot, sent }];
  });
}

function isWithin(one: TextRange, other: TextRange): boolean {
  return one.start >= other.start && one.end <= other.end && one.end - one.start < other.end - other.start;
}

function optionsIn(slot: Slot, free: readonly TextRange[], context: WishContext, names: ReadonlySet<string>): Option[] {
  const { said, isUnspoken } = context;
  if (isCredential(slot)) return [];
  // "by title" of `by-title` says what only a list says.
  const least = OF_ANY_WORD.test(spellOut(slot.name)) ? 2 : 1;
  return optionsOf(slot).flatMap((option) => {
    if (wordsOf(splitIdentifier(option)).length < least) return [];
    const letters = wordsOf(splitIdentifier(option)).join("");
    const isTold =
      letters.length > 2 && !names.has(spellOut(option)) && (slot.needed || !COMMON.test(option.toLowerCase()));
    if (!isTold) return [];
    return free.flatMap((_, first) => {
      let written = "";
      for (let last = first; last < Math.min(free.length, first + MAX_WORDS); last++) {
        const { start, end } = free[last]!;
        written += wordsOf(said.text.slice(start, end)).join("");
        if (written.length > letters.length) break;
        if (written !== letters) continue;
        const at = { start: free[first]!.start, end };
        const words = said.text.slice(at.start, at.end);
        const isAlone = last === first;
        const lower = words.toLowerCase();
        const mayBe = !isAlone || (!STOP_WORDS.has(lower) && (slot.needed || (isUnspoken(words) && !isVerb(lower))));
        return mayBe && !isNegated(at, said.text) ? [{ slot, option, at }] : [];
      }
      return [];
    });
  });
}

/** Words that stand in no value, name or topic that found its place. */
function freeWords({ said }: WishContext, { placed, words, names }: Placed): TextRange[] {
  const taken: TextRange[] = [...placed.keys(), ...names];
  const used = new Set(words.flatMap((one) => one.toLowerCase().split(" ")));
  return [...said.text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const at = { start: index, end: index + word.length };
    const lower = word.toLowerCase();
    return used.has(lower) || taken.some((one) => overlap(one, at)) ? [] : [at];
  });
}
