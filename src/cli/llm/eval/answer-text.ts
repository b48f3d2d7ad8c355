/** What an answer says, by its fields: its texts, its figures and its language. Pure. */
import { numberForms, numbersIn } from "./numbers.ts";

/** The values at "opener" or "variants.body"; of a list each. */
export function valuesAt(item: unknown, path: string): unknown[] {
  return path.split(".").reduce<unknown[]>(
    (values, name) =>
      values.flatMap((value) => {
        const all = Array.isArray(value) ? value : [value];
        return all.flatMap((one) => (isRecord(one) && one[name] !== undefined ? [one[name]] : []));
      }),
    [item],
  );
}

/** Every text in it, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** What the hub writes beside, or the model copies to name its source: no word of the model's own. */
const NOT_ITS_OWN: ReadonlySet<string> = new Set(["url", "title", "link", "source", "sources", "query", "channel"]);

/** The answer without what only names something, however deep. */
export function ownWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownWords);
  if (!isRecord(value)) return value;
  const own = Object.entries(value).filter(([name]) => !NOT_ITS_OWN.has(name));
  return Object.fromEntries(own.map(([name, field]) => [name, ownWords(field)]));
}

/** Numbers of a text that none of the sources has, whatever they are written like. */
export function strangeFigures(text: string, sources: string): string[] {
  const known = new Set(numbersIn(sources).flatMap(numberForms));
  return numbersIn(text).filter((number) => !numberForms(number).some((form) => known.has(form)));
}

/** Sentences, as a reader counts them. */
export function sentencesIn(text: string): number {
  return text.match(/[^.!?]+(?:[.!?](?=\d)[^.!?]*)*(?:[.!?]+|$)/g)?.filter((one) => /\p{L}/u.test(one)).length ?? 0;
}

/** Lower case, with one kind of blanks, quotation marks and dashes. */
export function plainly(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** Words that a sentence of the language hardly does without, and that the others do not have. */
const FUNCTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "the",
    "and",
    "of",
    "to",
    "is",
    "it",
    "with",
    "for",
    "that",
    "on",
    "are",
    "was",
    "you",
    "your",
    "from",
    "by",
    "not",
  ],
  de: [
    "der",
    "die",
    "das",
    "und",
    "ist",
    "mit",
    "für",
    "von",
    "den",
    "dem",
    "ein",
    "eine",
    "nicht",
    "auf",
    "wir",
    "sie",
    "im",
    "zu",
    "ihr",
  ],
  es: ["el", "los", "las", "y", "que", "con", "para", "por", "del", "una", "es", "se", "su", "al", "en"],
  fr: ["le", "les", "et", "des", "du", "une", "est", "pour", "dans", "avec", "vous", "sur", "qui", "pas"],
};

/** `undefined` where too little is said to tell. */
export function languageOf(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(FUNCTION_WORDS).map(
    ([language, own]) => [language, words.filter((word) => own.includes(word)).length] as const,
  );
  const [[best, most], [, second]] = counts.toSorted(([, a], [, b]) => b - a) as unknown as [
    [string, number],
    [string, number],
  ];
  return most > second ? best : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
