/** Whether a value stands in what the caller wished: a model puts nothing of its own into a call. */
import { wordsOf } from "../catalog/words/words.ts";
import { listOf, objectOf } from "../text/foreign.ts";
import { placeIn } from "../text/places.ts";
import { countryCode, languageCode } from "./words/names/code-names.ts";
import type { Slot } from "./slots/slots.ts";
import { valuesIn } from "./words/values/values.ts";

/** Takes a value when the wish says it, or the entry's own description offers it. */
export type WishJudge = (sent: unknown, schema: Slot["schema"]) => boolean;

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
/** In degrees: the middle of a city is not the same on every map. */
const NEAR = 0.5;
const LONGEST_NAME = 3;

export function wishJudge(wish: string): WishJudge {
  const words = wordsOf(wish);
  // As it was written, and as values are normalised: a date as ISO 8601, a currency as its code.
  const forms = [words, ...valuesIn(wish, () => false).map(({ text }) => wordsOf(text))].map(padded);
  const numbers = new Set(
    [...(wish.replace(/(?<=\d),(?=\d{3}(?!\d))/g, "").match(/(?<![\w.])-?\d+(?:\.\d+)?/g) ?? [])].map(Number),
  );
  for (const word of words) if (NUMBER_WORDS.includes(word)) numbers.add(NUMBER_WORDS.indexOf(word));
  const place = placeIn(words);
  const codes = new Set(namesIn(words).flatMap((name) => [countryCode(name), languageCode(name)]));

  const isSaid = (sent: unknown): boolean => {
    const text = String(sent);
    const number = text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isFinite(number)) return numbers.has(number) || isNear(number);
    // Two coordinates in one text.
    const halves = text.split(",").map(Number);
    if (halves.length === 2 && halves.every(isNear)) return true;
    const parts = wordsOf(text);
    if (parts.length === 0) return text !== "" && wish.includes(text);
    return forms.some((form) => form.includes(padded(parts))) || isCode(text);
  };
  const isNear = (degrees: number) =>
    place !== undefined && [place.lat, place.lon].some((one) => Math.abs(one - degrees) <= NEAR);
  const isCode = (text: string) => [...codes].some((code) => code?.toLowerCase() === text.toLowerCase());

  const holds: WishJudge = (sent, schema) =>
    Array.isArray(sent)
      ? sent.every((one) => holds(one, objectOf(schema["items"])))
      : offered(schema).includes(String(sent)) || isSaid(sent);
  return holds;
}

function offered({ enum: members, default: fallback, const: only }: Slot["schema"]): string[] {
  return [...listOf(members), ...[fallback, only].flat()].filter((one) => one !== undefined).map(String);
}

/** Of whole words only: "aris" does not stand in "Paris". */
function padded(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/** Every run of words that may be a name. */
function namesIn(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    Array.from({ length: LONGEST_NAME }, (_ignored, more) => words.slice(from, from + more + 1).join(" ")),
  );
}
