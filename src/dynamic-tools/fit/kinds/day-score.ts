/** How well a day fits a slot: which end of a span, which of the days of a thing, and in which form. */
import { textOf } from "../../../text/foreign.ts";
import { holderName } from "../../slots/holders.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import type { Value } from "../../words/value.ts";
import type { Wish } from "../../words/wish/wish.ts";
import { dateScore, endTaken, isMovedTo, isOfTime, partOfDay, takesUnit, unitForm } from "./dates.ts";
import { OF_KIND } from "./scores.ts";

/** "start date time" of `start.dateTime`: of a span the holder says which end it is. */
function wordOfDate(slot: Slot, word: string): string {
  const holder = holderName(slot);
  return holder !== undefined && /^(?:date|date ?time|time|day|timestamp|value)$/.test(word)
    ? `${spellOut(holder)} ${word}`
    : word;
}

const UNTIL =
  /\b(?:until|till|expir\p{L}*|valid(?: until| to| through)?|bis|hasta|jusqu'au|até)\s+(?:on\s+|at\s+|the\s+|am\s+)?$/iu;

/** "from 2026-03-01 to 2026-03-31": what lasts so long expires then. */
function isEndOfSpan({ start }: Value, { text, values }: Wish): boolean {
  const first = values.findLast((one) => one.end <= start);
  return first?.kind === "date" && /^\s(?:to|until|till|through|-|–|bis)\s$/.test(text.slice(first.end, start));
}

export const OF_ZONE = /\btime ?zone\b|\btz\b/;

/** What was done on a day, as names of slots and as people say it. */
const DEEDS: readonly (readonly [name: RegExp, said: RegExp])[] = [
  [/\bbirth/, /\b(?:birth\p{L}*|born|geboren\p{L}*|nacid[oa]s?|n[ée]e?s?|nascid[oa]s?)(?!\p{L})/iu],
  [
    /\bcreat(?:ed|ion|e ?date)/,
    /(?<!\p{L})(?:creat(?:ed|ion)|erstellt\p{L}{0,2}|angelegt\p{L}{0,2}|cread[oa]s?|cr[ée]{1,2}e?s|cr[ée]é|criad[oa]s?)(?!\p{L})/iu,
  ],
  [
    /\b(?:updat|modif|chang)/,
    /(?<!\p{L})(?:updated?|modifi(?:ed|cation)|changed?|aktualisiert\p{L}{0,2}|geändert\p{L}{0,2}|a[ct]{1,2}ualizad[oa]s?|modificad[oa]s?|modifié\p{L}{0,2}|alterad[oa]s?)(?!\p{L})/iu,
  ],
];
/** Said right before the day, it is that day's. */
const DEED_SAID = 0.05;

/** A slot for the day alone goes first. */
const OF_MAKING = -0.04;
const SINCE = /\b(?:since|after|between|from|before|until|seit|desde|depuis|and|to)\s+$/i;

/** "invoices since May" are those made since then. */
const BOUND_OF_DUE = /\bdue (?:date |on )?(?:gte?|lte?|after|before)$/;
const OF_DUE = /^due(?: (?:on|at|date|by))?$/;
const DUE = 0.05;
/** Who says "since" means that day as well. */
const WITHOUT_ITSELF = /\b[gl]t$/;

/** 0 where the deed of which a slot takes the day was not spoken of. */
function deedScore(word: string, text: string, before: string): number | undefined {
  const deed = DEEDS.find(([name]) => name.test(word));
  if (deed === undefined) return undefined;
  // What was done to a thing since then, where nothing is said of it, is that it was made.
  if (!DEEDS.some(([, said]) => said.test(text))) return deed[0].test("created") && SINCE.test(before) ? OF_MAKING : 0;
  if (!deed[1].test(text)) return 0;
  return deed[1].test(before.slice(-30)) ? DEED_SAID : undefined;
}

/** A day where an hour is wanted, or the other way round. */
export function isOfOtherForm({ format, description }: Slot["schema"], word: string, text: string): boolean {
  const isWhole = text.includes("T");
  // "due on" and "due at", whatever the format: told of as a date, and as a date and time.
  if (word.endsWith(" on")) return isWhole;
  if (word.endsWith(" at") && /\bdate and time\b/i.test(textOf(description))) return !isWhole;
  return (format === "date" || format === "date-time") && isWhole === (format === "date");
}

/** 0 to 1; `word` is the slot's name, spelled. */
export function dayScore(slot: Slot, word: string, value: Value, said: Wish): number {
  const { schema } = slot;
  const before = said.text.slice(0, value.start);
  if (value.unit !== undefined && value.role !== "end" && takesUnit(word, value.unit))
    return unitForm(slot, value.unit, value.text) === undefined ? 0 : OF_KIND;
  if (value.unit === undefined && partOfDay(slot, word, value.text) !== undefined) return OF_KIND;
  if (OF_ZONE.test(word) || !isOfTime(slot, word)) return 0;
  // A month is no day, and nobody who flies within it comes back on its last.
  if (value.unit !== undefined && /\b(?:return|check ?out)\b/.test(word)) return 0;
  if (value.unit !== undefined && endTaken(wordOfDate(slot, word)) === undefined) return 0;
  if (OF_DUE.test(word) && /\bdue\b/i.test(before))
    return OF_KIND + DUE - (isOfOtherForm(schema, word, value.text) ? DUE : 0);
  if (/\bexpir/.test(word)) return UNTIL.test(before) || isEndOfSpan(value, said) ? OF_KIND : 0;
  const deed = deedScore(word, said.text, before);
  if (deed === 0 || (BOUND_OF_DUE.test(word) && !/\bdue\b/i.test(said.text))) return 0;
  if (
    schema.format === "date" ||
    schema.format === "date-time" ||
    /\b(?:date|day|time|timestamp)\b|^(?:since|until|from|to|start|end|departure|after|before|begin)\b|\b(?:after|before|since|until|gte?|lte?)$|\b(?:start|end|begin|from|to|starts|begins|ends) (?:at|on)$|\b(?:start|end|begin|from|to)$|^(?:post|send|publish|deliver|remind|schedule|run|launch|notify)(?:ed)? at$/.test(
      word,
    )
  )
    return (
      dateScore(wordOfDate(slot, word), before, value.role ?? (isMovedTo(said, before) ? "start" : undefined)) -
      (isOfOtherForm(schema, word, value.text) ? 0.05 : 0) +
      (deed ?? 0) -
      (WITHOUT_ITSELF.test(word) && !/\b(?:after|before)\s+$/i.test(before) ? 0.01 : 0)
    );
  return 0;
}
