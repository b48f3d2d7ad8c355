/** The words that say by what a list is ordered, and which way: "sorted by name descending", "most viewed first". */
import { wordsOf } from "../../../catalog/words/words.ts";

export type Way = "asc" | "desc";

const ORDERED =
  /\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|rank(?:ed)?|sortiert|geordnet|ordenad[oa]s?|tri[ée]e?s?|class[ée]e?s?)\s+(?:by|nach|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _-]\p{L}{2,30}){0,3})/iu;
/** "nach Datum sortiert", "by date, descending". */
const TURNED =
  /(?<!\p{L})(?:nach|by|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _]\p{L}{2,30})?),?\s+(?:(?:absteigend|aufsteigend)\s+)?(?:sortiert|geordnet|absteigend|aufsteigend|(?:de|a)scending|(?:de|a)scendente|(?:dé)?croissante?)(?!\p{L})/iu;
const IS_ORDERED =
  /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|sortiert|ordenad[oa]s?|tri[ée]e?s?|first|zuerst|primero|z(?: to |-)a|a(?: to |-)z|alphabetical(?:ly)?|(?:de|a)scending|absteigend|aufsteigend|(?:de|a)scendente)\b/iu;
/** "highest receipts first", "die besten zuerst": what has most of it, or least, stands first. */
const MOST =
  "newest|latest|most recent|highest|largest|biggest|greatest|best|longest|most expensive|neue?sten?|teuersten?|besten?|größten?|más (?:nuev|reciente|car)\\p{L}{0,2}";
const LEAST =
  "oldest|earliest|lowest|smallest|cheapest|least expensive|shortest|nearest|closest|fewest|worst|[äa]ltesten?|günstigsten?|billigsten?|kleinsten?|nächsten?|más (?:antigu|barat)\\p{L}{0,2}";
const FIRST = "(?: \\p{L}{3,20}){0,2}? (?:first|zuerst|primero)(?!\\p{L})";
const DOWN = new RegExp(
  `(?<!\\p{L})(?:desc(?:ending)?|absteigende?|descendente|d[ée]croissante?|decrescente|z(?: to |-)a|(?:sort|order|rank)ed by (?:the )?(?:most|highest)|most \\p{L}{3,20} first|(?:${MOST})${FIRST})(?!\\p{L})`,
  "iu",
);
const UP = new RegExp(
  `(?<!\\p{L})(?:asc(?:ending)?|aufsteigende?|ascendente|croissante?|crescente|alphabetical(?:ly)?|a(?: to |-)z|(?:sort|order|rank)ed by (?:the )?(?:least|lowest)|least \\p{L}{3,20} first|(?:${LEAST})${FIRST})(?!\\p{L})`,
  "iu",
);
/** What ends the name of a field. */
const NO_FIELD =
  /^(?:desc|descending|asc|ascending|absteigend|aufsteigend|descendente|ascendente|and|as|in|on|only|to|with|within|from|at|of|for|limit|limited|skip|skipping|first|page|order|where|which|that|then|starting|showing|y|und|et|e|the)$/;

/** "most commented first", "recently updated first". */
const SUPERLATIVE =
  /(?<!\p{L})(?:most|least|last|latest|newest|(?:most |least )?recently)\s(\p{L}{3,20}ed)\s(?:\p{L}{3,20}\s)?first(?!\p{L})/iu;
/** "highest receipts first", "most votes first", "fewest open issues first": a field that is called by what is counted. */
const MEASURED =
  /(?<!\p{L})(?:highest|most|largest|biggest|greatest|lowest|least|fewest|smallest|longest|shortest)\s(?!recent|expensive)(\p{L}{3,20}(?<!ed)(?:\s\p{L}{3,20})?)\sfirst(?!\p{L})/iu;

/** What says by itself of what there is most or least: the first of these that a list has. */
const OF_QUALITY: readonly (readonly [said: RegExp, fields: readonly string[]])[] = [
  [
    /(?<!\p{L})(?:cheapest|(?:most|least) expensive|günstigsten?|billigsten?|teuersten?|más (?:barat|car)\p{L}{1,2}) (?:first|zuerst|primero)/iu,
    ["price", "cost", "amount"],
  ],
  [
    /(?<!\p{L})(?:best|worst|(?:top|best|highest|lowest) rated|besten?) (?:first|zuerst)/iu,
    ["score", "rating", "rank"],
  ],
  [/(?<!\p{L})(?:nearest|closest|farthest|nächsten?) (?:first|zuerst)/iu, ["distance"]],
  [/(?<!\p{L})(?:longest|shortest) first/iu, ["duration", "length"]],
  [/(?<!\p{L})alphabetical(?:ly)?(?!\p{L})|(?<!\p{L})(?:a(?: to |-)z|z(?: to |-)a)(?!\p{L})/iu, ["name", "title"]],
];

/** What a list may be ordered by, where it was said only of what there shall be most or least. */
export function qualitiesIn(text: string): readonly string[] {
  return OF_QUALITY.find(([said]) => said.test(text))?.[1] ?? [];
}

/** By age alone: the field is the one that tells when. */
const BY_AGE = /(?<!\p{L})(?:newest|latest|most recent|oldest|earliest)\sfirst(?!\p{L})/iu;

export function isOrdered(text: string): boolean {
  return IS_ORDERED.test(text);
}

export function isByAge(text: string): boolean {
  return BY_AGE.test(text);
}

export function wayIn(text: string): Way | undefined {
  if (DOWN.test(text)) return "desc";
  if (UP.test(text)) return "asc";
  const [told] = SUPERLATIVE.exec(text) ?? [];
  return told === undefined ? undefined : /^least/i.test(told) ? "asc" : "desc";
}

/** What was said to be sorted by, as it was written. */
function orderedBy(text: string): string {
  return (ORDERED.exec(text) ?? TURNED.exec(text))?.[1] ?? "";
}

/** The name of a field, as it was written; "most commented first" is none. */
export function fieldWritten(text: string): string | undefined {
  const [first = ""] = (orderedBy(text) || (MEASURED.exec(text)?.[1] ?? "")).split(" ", 1);
  return first === "" ? undefined : first;
}

/** "-created_at", "created_at:desc": how an API itself may write it. */
const WRITTEN =
  /\b(?:sort(?:ed)?|order(?:ed)?|sortiert|ordenad[oa]s?|tri[ée]e?s?)\s(?:by|nach|por|par)\s([-+][\w.]{1,60}|[\w.]{1,60}:(?:asc|desc))(?![\w:])/iu;

export function orderWritten(text: string): string | undefined {
  return WRITTEN.exec(text)?.[1];
}

/** "last seen" of "ordered by last seen, ascending", "commented" of "sorted by most commented". */
export function fieldIn(text: string): readonly string[] | undefined {
  const ordered = orderedBy(text).replace(/^(?:most|least|highest|lowest) /i, "");
  const words = wordsOf(ordered || (SUPERLATIVE.exec(text)?.[1] ?? MEASURED.exec(text)?.[1] ?? ""));
  const end = words.findIndex((word) => NO_FIELD.test(word));
  const field = end < 0 ? words : words.slice(0, end);
  return field.length === 0 ? undefined : field;
}
