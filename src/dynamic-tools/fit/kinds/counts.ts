/** Numbers: how many are wanted, for how many, or of what year. */
import { wordsOf } from "../../../catalog/words/words.ts";
import { textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import type { Wish } from "../../words/wish/wish.ts";
import { durationForm } from "./durations.ts";
import { NAMED, OF_KIND, POSSIBLE } from "./scores.ts";
import { MACHINE_UNIT } from "./units.ts";
import type { Value } from "../../words/value.ts";

const LIMIT =
  /^(?:limit|per page|page size|count|max ?results|max|size|top|num(?:ber)? (?:of )?\w+|num|first|max (?:items|results|count|rows|keys|records|entries)|(?:page|paginate|paging|display|batch|results?|response) (?:limit|size|count|length)|(?:results?|items|records|rows) per page|quantity|take|hits|rows|results?|n)$/;

/** How many are shown. */
export function isLimit({ name }: Pick<Slot, "name">): boolean {
  return LIMIT.test(spellOut(name));
}

const YEAR = /^(?:19|20)\d\d$/;
const HOW_MANY_BEFORE =
  /(?:(?:^|[:,.;?!]\s*|\band\s+|\bplease\s+)(?:show|list|give|get|return|fetch)|\b(?:first|top|last|latest|newest|next|only|limit(?: of)?|limited to|no more than|at most|up to|max(?:imum)?|letzten|ersten|[uú]ltim[oa]s|primer[oa]s|derniers|premiers|primeir[oa]s))\s{1,4}(?:me\s{1,4})?(?:the\s{1,4})?$/iu;
/** Other languages count nothing behind them: "77 de la lista". */
const LEADS =
  "de[lrsnm]?|d[oau]s?|das|die|von|vom|bei|mit|aus|auf|für|zu[mr]?|im|am|a[lou]?|aux|à|às|aos|e[nmt]|na|nas|nos?|pour|par|para|por|con|com|avec|sur|chez|dans|sans|sin|sem|y|und|ou|oder";
const TIMES = "d[ií]as|semanas|meses|a[nñ]os|horas|minutos|segundos|jours|mois|ans|heures|minutes|secondes";
/** "5 fake company addresses", "30 of them", "20 per page": what is counted is a plural, a few words on. */
const HOW_MANY_AFTER = new RegExp(
  `^\\s+(?:each\\b|at (?:a time|once|most)\\b|max(?:imum)?\\b|per (?:page|call|request)\\b|of (?:them|these|those)\\b|(?:per|a|to (?:a|each)|on (?:a|each|every|one)|in (?:a|each)) page\\b|(?:on|in) each\\b|(?:pro|je) Seite\\b|por p[áa]gina\\b|par page\\b|(?:from|starting at) (?:offset|row|index|item|record|position)\\b|starting at \\d|(?!(?:of|on|in|for|with|as|at|to|from|is|and|or|by|has|was|gets|should|shall|must|may|can|will|needs|days?|weeks?|months?|years?)\\b)(?:(?!(?:${LEADS})\\s)[\\p{L}-]{1,30}\\s{1,4}){0,3}?(?!(?:${LEADS}|${TIMES}|its|this|his|is|was|has|as|us|https)\\b)\\p{L}{2,30}s\\b)`,
  "u",
);

/** "skip the first 100", "the next 90 minutes". */
const SKIPPED =
  /\b(?:(?:skip(?:ping)?|saltando|sautant|pulando)\s{1,4}(?:\p{L}{1,30}\s{1,4}){0,2}|from (?:row|item|record|number)\s|after the first\s)$/iu;
const OF_TIME =
  /^\s*-?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?|secondes?|heures?|jours?|semaines?|mois|ans)(?!\p{L})/iu;

/** "upcoming DVDs, 5". */
const BEHIND_MANY = /\p{L}s, $/u;

/** A bound, and no count of what is listed. */
const AT_LEAST = /\b(?:at least|more than|over|above|minimum(?: of)?|mindestens|al menos|au moins)\s+$/i;

/** What machines hold and use: bytes, and watts. */
const OF_MACHINES = new RegExp(`^\\s?${MACHINE_UNIT}(?![\\p{L}\\p{N}])`, "u");

/** "at least 4 and at most 9": of one thing. */
const BOUNDS = /\bat least \d[\d.]{0,12},? (?:and|but) (?:at most|up to|no more than) $/i;

const GUESTS =
  /^\s+(?:adults?|child(?:ren)?|kids?|guests?|people|persons?|nights?|rooms?|stars?|seats?|passengers?)\b/i;

/** How large each of several things is. */
const OF_EACH =
  /^(?: |-| - ?)(?:bed(?:room)?|bath(?:room)?|room|star|door|seat(?:er)?|person|stor(?:e?y)|course|player|speed|digit|piece)(?!\p{L})/iu;

/** "24 characters". */
const OF_LETTERS = /^\s*-?(?:characters?|chars|letters?|digits?|zeichen|caract[eè]res|caracteres|caratteri)\b/iu;
/** "512 px". */
const OF_PIXELS = /^\s*-?(?:px|p[ií]xel(?:e[ns]?|s)?)(?!\p{L})/iu;
/** "25 each", and no page of that number. */
const EACH =
  /^\s*(?:(?:on |in )?each|apiece|at a time|at once|per page|(?:to )?a page|(?:pro|je) seite|por p[áa]gina|par page)\b/iu;

/** "for 2 guests". */
export function isOfGuests({ end }: Pick<Value, "end">, { text }: Wish): boolean {
  return GUESTS.test(text.slice(end, end + 20));
}

/** Right behind a number it tells how many stand on each page. */
export function isPerPage({ text, end }: Pick<Value, "text" | "end">, said: Wish): boolean {
  return /^\d+$/.test(text) && EACH.test(said.text.slice(end, end + 20));
}

export function isYear(text: string): boolean {
  return YEAR.test(text);
}

/** "at least 5000 people". */
export function isLeast({ start }: Pick<Value, "start">, said: Wish): boolean {
  return AT_LEAST.test(said.text.slice(0, start));
}

/** "3 bedroom houses". */
export function isOfEach({ end }: Pick<Value, "end">, { text }: Wish): boolean {
  return OF_EACH.test(text.slice(end, end + 20));
}

/** Whether a number says how many of what is listed are wanted. */
export function isHowMany(value: Pick<Value, "text" | "start" | "end">, said: Wish): boolean {
  const known = counted.get(said) ?? new Map<string, boolean>();
  counted.set(said, known);
  const key = `${value.end} ${value.text}`;
  const told = known.get(key) ?? readHowMany(value, said);
  known.set(key, told);
  return told;
}

/** It is asked of each slot of each operation that is tried. */
const counted = new WeakMap<Wish, Map<string, boolean>>();

function readHowMany({ text, start, end }: Pick<Value, "text" | "start" | "end">, said: Wish): boolean {
  const before = said.text.slice(0, start);
  const after = said.text.slice(end, end + 40);
  return (
    !isOfUnit({ end }, said) &&
    !YEAR.test(text) &&
    !isLeast({ start }, said) &&
    !SKIPPED.test(before) &&
    !BOUNDS.test(before) &&
    !OF_TIME.test(after) &&
    !isOfEach({ end }, said) &&
    (HOW_MANY_BEFORE.test(before) ||
      (HOW_MANY_AFTER.test(after) && !GUESTS.test(after)) ||
      (after === "" && BEHIND_MANY.test(before)))
  );
}

function isOfUnit({ end }: Pick<Value, "end">, { text, values }: Wish): boolean {
  return values.some((one) => one.kind === "unit" && one.start > end && /^\s*$/.test(text.slice(end, one.start)));
}

export function countScore(slot: Slot, word: string, { text, start, end }: Value, said: Wish): number {
  const { schema, path: names } = slot;
  const about = textOf(schema.description);
  const path = names.join(" ").toLowerCase();
  const after = said.text.slice(end, end + 40);
  if (/^\s*-?(?:days?|tagen?|días|jours?|dias)\b/i.test(after))
    return /^(?:forecast )?days$|^cnt$|^num(?:ber)? (?:of )?days$/.test(word)
      ? NAMED
      : schema.type !== "boolean" && /\b(?:number of|how many|in) (?:\w+ )?days\b/i.test(about)
        ? OF_KIND
        : 0;
  if (/^\s*-?(?:years?|jahre|a[nñ]os|ans|anos)(?:[- ](?:old|alt|viejo|velho))?\b/iu.test(after) && /\bage\b/.test(path))
    return NAMED;
  // "2 of sku TS-BLK".
  if (
    /^\d+$/.test(text) &&
    /^\s(?:of|x|×)\s(?!(?:them|these|those|all)\b)/i.test(after) &&
    /\b(?:quantity|qty)$/.test(word)
  )
    return OF_KIND;
  if (OF_PIXELS.test(after) && /\bsize\b/.test(word) && /\bpixels?\b/i.test(about)) return NAMED;
  if (OF_LETTERS.test(after) && /\b(?:length|characters|chars)\b/.test(word)) return NAMED;
  const [, lasting] = /^\s*-?(second|minute|hour|week|month|year)/i.exec(after) ?? [];
  const unit = lasting?.toLowerCase();
  if (unit !== undefined && /\b(?:duration|length|minutes|hours|seconds|months|weeks|years)\b/.test(word)) {
    if (word.includes(unit)) return NAMED;
    const isConverted = durationForm(slot, text, after) !== undefined;
    return !isConverted && /second|minute|hour|month|week|year/.test(word) ? 0 : OF_KIND;
  }
  if (unit !== undefined && /\b(?:window|period|interval|range|lookback)\b|\btime$/.test(word))
    return wordsOf(about).some((one) => one === unit || one === `${unit}s`) ? OF_KIND : 0;
  if (/\b(?:quantity|qty)$/.test(word) && (isOfUnit({ end }, said) || OF_MACHINES.test(after))) return OF_KIND - 0.05;
  const isMany = isHowMany({ text, start, end }, said);
  if (GUESTS.test(after) && /guests?|people|persons?|occupancy|party size|passengers?/.test(word)) return OF_KIND;
  if (GUESTS.test(after) && !isMany) return 0;
  const isOfPage = /\bpage\b/.test(word) && /^\s*(?:per|a|each) page\b/.test(after);
  if (LIMIT.test(word)) return isMany ? OF_KIND - (isOfPage ? 0.03 : 0.05) : 0;
  if (/\byear\b/.test(word)) return YEAR.test(text) ? OF_KIND : 0;
  if (YEAR.test(text) && /\b(?:period|season|edition)$/.test(word) && /\byear\b/i.test(about)) return OF_KIND;
  if (/^(?:amount|value|number|qty|quantity|input|from value|num)$/.test(word))
    return unit !== undefined ? 0 : isMany ? POSSIBLE : OF_KIND - 0.05;
  return /\bid$/.test(word) && schema.type !== "string" ? 0 : 0;
}
