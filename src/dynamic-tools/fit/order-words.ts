/** The words that say by what a list is ordered, and which way: "sorted by name descending", "most viewed first". */
import { wordsOf } from "../../catalog/words/words.ts";

export type Way = "asc" | "desc";

const ORDERED =
  /\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|rank(?:ed)?|sortiert|geordnet|ordenad[oa]s?|tri[ée]e?s?|class[ée]e?s?)\s+(?:by|nach|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _-]\p{L}{2,30}){0,3})/iu;
/** "nach Datum sortiert", "by date, descending". */
const TURNED =
  /(?<!\p{L})(?:nach|by|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _]\p{L}{2,30})?),?\s+(?:(?:absteigend|aufsteigend)\s+)?(?:sortiert|geordnet|absteigend|aufsteigend|(?:de|a)scending|(?:de|a)scendente|(?:dé)?croissante?)(?!\p{L})/iu;
const IS_ORDERED =
  /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|sortiert|ordenad[oa]s?|tri[ée]e?s?|first|zuerst|primero|(?:de|a)scending|absteigend|aufsteigend|(?:de|a)scendente)\b/iu;
const DOWN =
  /(?<!\p{L})(?:desc(?:ending)?|absteigende?|descendente|d[ée]croissante?|decrescente|(?:newest|latest|most recent|highest|largest|biggest|greatest|best|most \p{L}+) first|neueste zuerst)(?!\p{L})/iu;
const UP =
  /(?<!\p{L})(?:asc(?:ending)?|aufsteigende?|ascendente|croissante?|crescente|(?:oldest|earliest|lowest|smallest|cheapest|least \p{L}+) first|alphabetical(?:ly)?|[äa]lteste zuerst)(?!\p{L})/iu;
/** What ends the name of a field. */
const NO_FIELD =
  /^(?:desc|descending|asc|ascending|absteigend|aufsteigend|descendente|ascendente|and|as|in|on|only|to|with|within|from|at|of|for|limit|limited|skip|skipping|first|page|order|where|which|that|then|starting|showing|y|und|et|e|the)$/;

/** "most commented first", "recently updated first". */
const SUPERLATIVE =
  /(?<!\p{L})(?:most|least|last|latest|newest|(?:most |least )?recently)\s(\p{L}{3,20}ed)\s(?:\p{L}{3,20}\s)?first(?!\p{L})/iu;
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
export function orderedBy(text: string): string {
  return (ORDERED.exec(text) ?? TURNED.exec(text))?.[1] ?? "";
}

/** "-created_at", "created_at:desc": how an API itself may write it. */
const WRITTEN =
  /\b(?:sort(?:ed)?|order(?:ed)?|sortiert|ordenad[oa]s?|tri[ée]e?s?)\s(?:by|nach|por|par)\s([-+][\w.]{1,60}|[\w.]{1,60}:(?:asc|desc))(?![\w:])/iu;

export function orderWritten(text: string): string | undefined {
  return WRITTEN.exec(text)?.[1];
}

/** "last seen" of "ordered by last seen, ascending". */
export function fieldIn(text: string): readonly string[] | undefined {
  const words = wordsOf(orderedBy(text) || (SUPERLATIVE.exec(text)?.[1] ?? ""));
  const end = words.findIndex((word) => NO_FIELD.test(word));
  const field = end < 0 ? words : words.slice(0, end);
  return field.length === 0 ? undefined : field;
}
