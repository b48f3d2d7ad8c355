/** What a person or an agent says: its values, and the words that say what is to be done with them. */
import { meaningsAmong } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { placeIn } from "../../../text/places.ts";
import { blanked } from "../../../text/text-range.ts";
import { asksWhether, isReported } from "../verbs/asking.ts";
import { countryCode, languageCode } from "../names/code-names.ts";
import { behindNegation } from "../verbs/negation.ts";
import { CALLED, NAMES, SAYING, TEXTS, TITLED, WITH } from "../introductions.ts";
import { isToldById } from "../verbs/noun-phrases.ts";
import { valuesIn } from "../values/values.ts";
import { type Effect } from "../verbs/verb-effects.ts";
import { afterTakingBack, askingWords, beginsWithSubject, effectOf, firstWord } from "../verbs/verbs.ts";
import type { Value } from "../value.ts";
import { fieldsWrittenIn, withoutPairs, type WrittenField } from "../values/written-objects.ts";

export interface Wish {
  readonly text: string;
  /** The text without the values that name nothing: what is searched for. */
  readonly plain: string;
  readonly values: readonly Value[];
  /** Of the objects of JSON in it. */
  readonly fields: readonly WrittenField[];
  /** What it does to things, by its words of asking. */
  readonly effect: Effect;
  /** The first of these, which in an imperative is its verb. */
  readonly verb: string;
  /** It, and what it means in English in the language that is spoken. */
  readonly verbs: readonly string[];
}

/** What only introduces a quoted value. */
const INTRODUCTION = new RegExp(
  `\\b(?:${CALLED}|${TITLED}|${SAYING}|${WITH}(?:${NAMES}|${TEXTS})|about|for)\\s*$`,
  "i",
);

/** "named my-project": what is written so is a name, and says nothing of projects. */
const CALLED_SO = new RegExp(`\\b(?:${CALLED}) \\p{Ll}{2,20}[-_][\\p{Ll}\\d_-]{1,40}(?![\\p{L}\\p{N}])`, "giu");

/** "my Stripe account" is Stripe. */
const ACCOUNT = /\b(my \p{Lu}[\p{L}\d]*) account\b/gu;

/** What descriptions say in one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:shut down|shutdown|switch off|turn off)\b/gi, "stop"],
  [/\b(?:switch on|turn on|boot up)\b/gi, "start"],
  [/\bget rid of\b/gi, "delete"],
];

/** They say what is wanted as much as what it is done with: "SMS", "Homo sapiens", "miles". */
const TELLING: ReadonlySet<Value["kind"]> = new Set(["code", "name", "unit", "currency"]);

/** "covid-19", "WGS84": a word and a number that people name a thing by. */
const NAMED_BY_NUMBER = /^\p{L}{3,}-?\d{1,4}$/u;

export function isTelling({ kind, text }: Value): boolean {
  return TELLING.has(kind) || (kind === "id" && NAMED_BY_NUMBER.test(text));
}

export function parseWish(text: string, isBrand: (name: string) => boolean, now?: number): Wish {
  const values = valuesIn(text, isBrand, now);
  const fields = fieldsWrittenIn(text);
  // Fields that are written out say what is sent, and neither what is looked for nor what is asked.
  const said = withoutPairs(blanked(text, fields));
  let plain = "";
  let at = 0;
  for (const value of values) {
    if (isTelling(value) && !(value.kind === "name" && isPlace(value.text))) continue;
    // A day told from today may say what is wanted, too: "today's headlines".
    if (value.isOptional === true) continue;
    const before = said.slice(at, value.start);
    plain += `${value.kind === "quoted" ? before.replace(INTRODUCTION, " ") : before} `;
    at = value.end;
  }
  plain += said.slice(at);
  plain = plain.replace(ACCOUNT, "$1").replace(CALLED_SO, " ");
  for (const [phrase, word] of PHRASES) plain = plain.replace(phrase, word);
  const asking = askingWords({ text: said, values }, isBrand);
  const kept = afterTakingBack(asking);
  const asked = effectOf(asking);
  const effect = asked === "none" && isToldById(text) ? "run" : asked;
  const verb = beginsWithSubject(asking) ? "" : firstWord(behindNegation(kept) || kept);
  return {
    text,
    plain: (plain.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []).join(" "),
    values,
    fields,
    effect: isReported(text) || (effect === "delete" && asksWhether(text)) ? "read" : effect,
    verb,
    verbs: [verb, ...meaningsAmong(wordsOf(text))(verb)],
  };
}

/** A city, a country or a language that has a code. */
export function isPlace(name: string): boolean {
  return countryCode(name) !== undefined || languageCode(name) !== undefined || placeIn(wordsOf(name)) !== undefined;
}

/** The words outside quotation marks, each where it stood. */
export function withoutQuotes({ text, values }: Pick<Wish, "text" | "values">): string {
  return blanked(
    text,
    values.filter(({ kind }) => kind === "quoted"),
  );
}
