/** A value that has no other place, where the words beside it are those that a slot is described by. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { contentStems } from "../../catalog/words/stems.ts";
import { splitIdentifier } from "../../catalog/words/words.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import { textOf } from "../../text/foreign.ts";
import type { LongWork } from "../../text/long-work.ts";
import { isHowMany } from "../fit/kinds/counts.ts";
import { isExcluded } from "../fit/excluded.ts";
import { formOf } from "../fit/form.ts";
import { isOfOtherSort } from "../fit/fit.ts";
import { NO_TEXT } from "../fit/kinds/text.ts";
import { lastPhrase } from "../words/clauses/clause.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { FillState } from "./fill-state.ts";
import { isAside, type Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isNumber, type Value } from "../words/value.ts";

/** So far around a value its words stand. */
const WORDS_BEFORE = 3;
const WORDS_AFTER = 2;
/** Of a description, what it says first. */
const MAX_CHARS = 160;

export interface DescribedValue {
  readonly slot: Slot;
  readonly value: Value;
  readonly sent: string;
}

/**
 * For each value at most one slot, whose words are said beside it and beside no other slot's value. In steps: many values
 * may have no other place.
 */
export function* describedFits(
  { context, open, slotsInTurn }: Pick<FillState, "context" | "open" | "slotsInTurn">,
  left: readonly Value[],
): LongWork<DescribedValue[]> {
  if (left.length === 0) return [];
  const slots: Slot[] = [];
  for (const [at, slot] of [...open].entries()) {
    if (at % slotsInTurn === slotsInTurn - 1) yield;
    if (slot.schema.enum === undefined && left.some((value) => isOfSort(slot, value)) && !isAside(slot))
      slots.push(slot);
  }
  const evidence = evidenceFor(context, slots);
  const fits: DescribedValue[] = [];
  for (const [at, value] of left.entries()) {
    if (at > 0) yield; // To read the words beside one takes as long as to try it on many slots.
    const worthOf = evidence(value);
    const rated = slots
      .filter((slot) => isOfSort(slot, value) && !isExcluded(slot, value, context.said))
      // "die letzten 5 Rechnungen" are no invoice.
      .filter((slot) => !(slot.inPath && isNumber(value) && isHowMany(value, context.said)))
      .map((slot) => ({ slot, worth: worthOf(slot) }))
      .sort((a, b) => b.worth - a.worth);
    const [best, second] = rated;
    if (best === undefined || best.worth < 0.5 || best.worth <= (second?.worth ?? 0)) continue;
    const sent = formOf(best.slot, spellOut(best.slot.name), value, context.said);
    fits.push({ slot: best.slot, value, sent: textOf(sent) || value.text });
  }
  return fits;
}

/**
 * How much the words beside a value speak of a slot: one for each that its description says, two for one of its name,
 * shared among all slots that say it.
 */
export function evidenceFor(
  { said, own }: WishContext,
  slots: readonly Slot[],
): (value: Value) => (slot: Slot) => number {
  const spoken = new Map(
    slots.map(
      (slot) => [slot, { stems: stemsOfSlot(slot), named: new Set(contentStems(spellOut(slot.name))) }] as const,
    ),
  );
  const common = new Map<string, number>();
  for (const { stems } of spoken.values()) for (const stem of stems) common.set(stem, (common.get(stem) ?? 0) + 1);
  return (value) => {
    const near = wordsBeside(said.text, value).filter((stem) => !own.has(stem));
    return (slot) => {
      const { stems, named } = spoken.get(slot) ?? OF_NOTHING;
      return near.reduce(
        (sum, stem) => sum + (stems.has(stem) ? (named.has(stem) ? 2 : 1) / (common.get(stem) ?? 1) : 0),
        0,
      );
    };
  };
}

const OF_NOTHING = { stems: new Set<string>(), named: new Set<string>() };

function stemsOfSlot(slot: Slot): ReadonlySet<string> {
  const about = textOf(slot.schema.description)
    .replace(/<[^<>]{1,40}>/g, " ")
    .slice(0, MAX_CHARS);
  return new Set(contentStems(`${splitIdentifier(slot.path.join(" "))} ${about}`));
}

/** In the same clause, and what they mean in English. */
function wordsBeside(text: string, { start, end }: Value): string[] {
  const before = lastPhrase(text.slice(0, start)).match(/\p{L}+/gu) ?? [];
  const after = (text.slice(end, end + 40).split(/[;,.!?:](?:\s|$)/)[0] ?? "").match(/\p{L}+/gu) ?? [];
  const words = [...before.slice(-WORDS_BEFORE), ...after.slice(0, WORDS_AFTER)];
  return contentStems(words.flatMap((word) => withMeanings(foldLetters(word))).join(" "));
}

const OF_NUMBER: ReadonlySet<Value["kind"]> = new Set(["number", "amount", "percent", "id"]);
const OF_TEXT: ReadonlySet<Value["kind"]> = new Set(["id", "code", "name", "quoted", "hashtag", "handle", "number"]);

function isOfSort({ name, schema }: Slot, value: Value): boolean {
  const { kind, text, unit } = value;
  const word = spellOut(name);
  if (unit !== undefined || isOfOtherSort(word, value)) return false;
  const type = [schema.type].flat().map(textOf);
  if (type.includes("boolean") || type.includes("object")) return false;
  if (type.some((one) => one === "integer" || one === "number"))
    return OF_NUMBER.has(kind) && Number.isFinite(Number(text));
  if (kind === "date") return /\b(?:date|time|day|since|until|from|to|start|end|timestamp|before|after)\b/.test(word);
  if (kind === "url") return /\b(?:url|uri|link|website|page)\b/.test(word);
  if (/\b(?:min|max|minimum|maximum|gte?|lte?)\b/.test(word) && kind !== "number") return false;
  if (/\b(?:location|place|address|city|country|region)$/.test(word) && kind === "number") return false;
  return OF_TEXT.has(kind) && (kind === "id" || kind === "number" || !NO_TEXT.test(word));
}
