/** Days as people write them, in the languages the router reads, as ISO 8601. */
import { foldLetters } from "../../../text/fold-letters.ts";

const LANGUAGES = ["en", "de", "es", "fr", "pt"];

/** "June 10, 2025" → "2025-06-10"; `undefined` where no month is named or the day does not exist. */
export function dateIn(text: string): string | undefined {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim());
  if (dotted !== null) return iso(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const year = /\d{4}/.exec(text)?.[0];
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
  const month = (text.match(/\p{L}{3,}/gu) ?? []).map((word) => monthOf(word)).find((one) => one !== undefined);
  return year === undefined || day === undefined || month === undefined
    ? undefined
    : iso(Number(year), month, Number(day));
}

function iso(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** 1 to 12, of a whole name or its first three or four letters. The names are Unicode's (CLDR). */
export function monthOf(word: string, languages: readonly string[] = LANGUAGES): number | undefined {
  const asked = foldLetters(word);
  for (const language of languages) {
    const month = namesIn(language).findIndex((name) => asked === name || (asked.length < 5 && name.startsWith(asked)));
    if (month >= 0) return month + 1;
  }
  return undefined;
}

const names = new Map<string, readonly string[]>();

/** Of the twelve months, read once: to ask for a language's takes longer than all else that is made of a word. */
function namesIn(language: string): readonly string[] {
  const known = names.get(language);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const read = Array.from({ length: 12 }, (_, month) => foldLetters(format.format(Date.UTC(2024, month, 15))));
  names.set(language, read);
  return read;
}
