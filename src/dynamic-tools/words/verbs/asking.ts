/** What of a long and polite wish asks: "Hi! I just got a bill, and would like to see the invoice …" asks to see it. */
import { contentStems } from "../../../catalog/words/stems.ts";
import { isAskingAmong, LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { CALLED, SAYING, TITLED } from "../introductions.ts";
import type { Value } from "../value.ts";

const POLITE =
  /\b(?:(?:could|can|would|will) you(?: please| kindly)?(?: help me(?: out)?(?: and)?)?|i(?:['’]d| would)? (?:really )?(?:like|love|want|need|wish) to|want(?:ed)? to know|wondering (?:whether|if)(?: you could| i can)?|do you (?:happen to )?know|k[oö]nn(?:test|en) (?:du|sie)|ich (?:m[oö]chte|w[uü]rde gerne?)|me gustar[ií]a|podr[ií]as|pourrais-tu|pourriez-vous|je voudrais|eu gostaria de|voc[eê] poderia)\s+/giu;
/** A shorter wish is all asking. */
const LONG = 12;
const WORDS_BEFORE = 3;

/** From the first polite word to the end of its sentence; `undefined` where nothing is said around it. */
export function askingClause(text: string): string | undefined {
  if (text.split(/\s+/).length < LONG) return undefined;
  for (const found of text.matchAll(POLITE)) {
    const [clause = ""] = text.slice(found.index + found[0].length).split(/[.?!](?:\s|$)/);
    if (contentStems(clause).length > 1) return clause;
  }
  return undefined;
}

/** "can I delete a message after a day?" wants to know it, and has nothing deleted. */
export function asksWhether(text: string): boolean {
  return WHETHER.test(text) && /\?\s*$/.test(text);
}

/** "the customer asked whether we could delete …": somebody else did, and nobody says that it shall be done. */
export function isReported(text: string): boolean {
  return REPORTED.test(text) && !AGREES.test(text);
}

const REPORTED =
  /^\W{0,3}(?:[\p{L}\d.&'-]{2,30}: )?(?:[\p{L}@.'’-]{1,40} ){1,4}(?:asked|asks|asking|wondered|wonders|wondering|want(?:s|ed)? to know|gefragt|fragt|fragte),? (?:me |us |you |him |her |them |mich |uns )?(?:whether|if|ob) /iu;
const AGREES = /(?<!\p{L})(?:please|yes|ok|okay|sure|go ahead|do (?:it|so|that)|bitte|ja|mach)(?!\p{L})/iu;

const WHETHER =
  /^[\s¿]*(?:(?:can|may|could|should|shall|must) (?:i|we|one|anyone|people|users)|(?:kann|darf|soll|muss) (?:ich|man)|(?:k[öo]nnen|d[üu]rfen|sollen|m[üu]ssen) wir|(?:se )?puede|puedo|podemos|puis-je|peut-on|est-ce qu|posso|podemos|pode-se)(?!\p{L})/iu;

/** The stems that ask, and those that stand before a value; `undefined` where all of the words do. */
export function askingStems(text: string, values: readonly Value[]): ReadonlySet<string> | undefined {
  const clause = askingClause(text);
  if (clause === undefined) return undefined;
  const before = values.map(({ start }) =>
    text
      .slice(0, start)
      .split(/\s+/)
      .slice(-WORDS_BEFORE - 1)
      .join(" "),
  );
  return new Set([clause, ...before].flatMap(contentStems));
}

const { functionWords } = LOAN_WORDS;
/** A single one stands in English, too: "Le Mans". */
const LEAST_FOREIGN = 2;

/** The stems of the function words and the asking ones of the language a text is in, where that is not English: they say nothing of what is asked. */
export function foreignFunctionStems(text: string): ReadonlySet<string> {
  const said = [...new Set(wordsOf(text))];
  const count = (words: ReadonlySet<string>) => said.filter((word) => words.has(word)).length;
  const [best] = functionWords.toSorted((a, b) => count(b) - count(a));
  const isForeign = best !== undefined && count(best) >= LEAST_FOREIGN && count(best) > count(STOP_WORDS);
  const fillers = [...(isForeign ? best : []), ...said.filter(isAskingAmong(said))];
  return new Set(fillers.map((word) => stemOf(word)));
}

const INTRODUCTION = new RegExp(`(?<!\\p{L})(?:${SAYING}|${CALLED}|${TITLED}):?(?= +["“„«'\\p{L}\\p{N}#+@])`, "giu");

/** The stems of the words before a text or a name: "an sms … saying hello" asks for nothing that says. */
export function introducingStems(text: string): ReadonlySet<string> {
  const introducing = [...text.matchAll(INTRODUCTION)].flatMap(([one]) => wordsOf(one)).map((word) => stemOf(word));
  const said = wordsOf(text).map((word) => stemOf(word));
  // "list my calls called …" asks for calls.
  const times = (stem: string, among: readonly string[]) => among.filter((one) => one === stem).length;
  return new Set(introducing.filter((stem) => times(stem, said) === times(stem, introducing)));
}
