/** Words that say by themselves what they are: "as a PDF", "in metric units", "female", "of the week". */
import { wordsOf } from "../../../catalog/words/words.ts";
import { listOf, textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

interface KnownWords {
  /** Of a slot. */
  readonly name: RegExp;
  /** Its group is the word. */
  readonly said: RegExp;
}

const FORMATS =
  "pdf|csv|tsv|json|xml|png|jpe?g|svg|webp|gif|html|txt|mp3|mp4|wav|ogg|flac|docx|xlsx|pptx|yaml|markdown|tiff|bmp|avif|epub|rtf|geojson|kml|gpx|ics";

const KNOWN: readonly KnownWords[] = [
  {
    name: /^(?:(?:output|file|response|export|target|image|audio|video|render|report) )?(?:format|ext|extension)$|^convert to$|^(?:output|file|export) type$/,
    said: new RegExp(
      `\\b(?:as|in|to|into|als|en|em|au format)\\s(?:an?\\s|the\\s)?(?:[a-z-]{2,12}\\s){0,2}?(${FORMATS})(?![\\p{L}\\p{N}])`,
      "iu",
    ),
  },
  {
    name: /^units?(?: group| system| type)?$|^(?:measurement|unit) (?:system|units?)$/,
    said: /(?<!\p{L})(metric|imperial)(?!\p{L})/iu,
  },
  {
    name: /^(?:\w+ )?(?:env|environment)(?: (?:key|name|slug))?$/,
    said: /\b(?:in|on|to|for|from)\s(?:the\s)?(production|prod|staging|development|sandbox)\b/iu,
  },
  {
    name: /^(?:\w+ )?(?:status|state)$/,
    said: /\b(?:mark|set|flag)\s(?:\S{1,40}\s){1,10}?as\s(\p{L}{4,15})(?=$|[.,;!])/iu,
  },
  { name: /^(?:\w+ )?(?:gender|sex)$/, said: /(?<!\p{L})(female|male)(?!\p{L})/iu },
];

/** What is said of a file or a measure without its name. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\btab[- ]separated\b/i, "as tsv"],
  [/\bcomma[- ]separated\b/i, "as csv"],
  [/\bin (?:degrees )?fahrenheit\b/i, "imperial"],
  [/\bin (?:degrees )?celsius\b/i, "metric"],
];

/** For what the slot takes as it is said; of lists, where a member is the word or begins it. */
export function knownWordOf(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  const period = periodOf(slot, text);
  if (period !== undefined) return period;
  const name = spellOut(slot.name);
  const { type, enum: members } = slot.schema;
  if (type !== undefined && ![type].flat().includes("string")) return undefined;
  const listed = listOf(members).map(String);
  // Who takes any text may well take "celsius".
  const read = listed.length === 0 ? text : OTHERWISE.reduce((all, [other, plain]) => all.replace(other, plain), text);
  const word = KNOWN.find((one) => one.name.test(name))
    ?.said.exec(read)?.[1]
    ?.toLowerCase();
  if (word === undefined) return undefined;
  if (listed.length > 0) {
    const sent = listed.find((one) => one.toLowerCase() === word) ?? listed.find((one) => isLetterOf(one, word));
    return sent === undefined ? undefined : { sent, word };
  }
  return { sent: writtenIn(textOf(slot.schema.description), word), word };
}

/** "m" of "metric". */
function isLetterOf(member: string, word: string): boolean {
  return member.length === 1 && word.startsWith(member.toLowerCase());
}

/** "PDF" where the description writes it so. */
function writtenIn(about: string, word: string): string {
  return wordsAsWritten(about).find((one) => one.toLowerCase() === word) ?? word;
}

function wordsAsWritten(about: string): readonly string[] {
  return about.slice(0, 600).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const PERIODS: readonly (readonly [member: RegExp, said: RegExp])[] = [
  [/^(?:daily|day)$/i, /^(?:day|dia|día|jour|tages)$/],
  [/^(?:weekly|week)$/i, /^(?:week|semana|semaine|woche)$/],
  [/^(?:monthly|month)$/i, /^(?:month|mes|mês|mois|monats)$/],
  [/^(?:yearly|annually|year|annual)$/i, /^(?:year|ano|año|année|jahres)$/],
];
/** "a price of 5 USD monthly", where the members are day, week, month and year. */
const OFTEN = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
  ["annually", "year"],
]);

/** "of the week" of what is weekly. */
function periodOf({ schema }: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  const members = listOf(schema.enum).map(String);
  if (members.length < 2) return undefined;
  // "a 14 day trial" is no day.
  const words = wordsOf(text.replace(/\d[ -](?=\p{L})/gu, "0 - "));
  const often = words.find((word) => members.includes(OFTEN.get(word) ?? ""));
  if (often !== undefined) return { sent: OFTEN.get(often), word: often };
  const at = words.findIndex(
    (word, index) => index > 0 && LEAD.test(words[index - 1] ?? "") && PERIODS.some(([, said]) => said.test(word)),
  );
  const word = words[at];
  const asked = word === undefined ? undefined : PERIODS.find(([, said]) => said.test(word))?.[0];
  const sent = asked === undefined ? undefined : members.find((one) => asked.test(one));
  return sent === undefined || word === undefined ? undefined : { sent, word };
}

const LEAD = /^(?:the|this|per|every|each|a|an|la|el|le|da|do|del|de|der|des|diese[rs]?)$/;
