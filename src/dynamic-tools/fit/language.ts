/** In which language an answer is wanted: "in German", "auf Deutsch", "language de", else that of the words themselves. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { listOf, objectOf } from "../../text/foreign.ts";
import { countryOfPeople, languageCode } from "../words/names/code-names.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";

const NAME = /(?:^|\b)(?:lang|language|locale|languages|langs|hl|lang code|language code|locale code)$/;
const NOT_SPOKEN = /\b(?:model|programming|target|source|from|to|markup|level|id)\b/;
const CODE =
  /(?:\b(?:language|lang|locale|sprache|idioma|langue|l[ií]ngua)(?:\s+code)?\s*[:=]?\s*|[(\s])([a-z]{2}(?:[-_][A-Z]{2})?)(?![\p{L}\p{N}-])/gu;
const IN = /(?<!\p{L})(?:in|auf|en|em|into|the|language|sprache|das|la|le|o)\s+(\p{L}{4,14})(?!\p{L})/giu;
const CODE_SAID = /^(?:\b(?:language|lang|locale|sprache|idioma|langue|l[ií]ngua)|.[a-z]{2}[-_][A-Z]{2})/u;

const { functionWords } = LOAN_WORDS;
/** In the order of their function words. */
const OWN = ["de", "es", "fr", "pt", "it"];
/** Fewer of its words may stand in another language, too. */
const LEAST_WORDS = 2;

/** What is sent, and the word that says so; "" where none does. */
export function languageOf(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  const name = spellOut(slot.name);
  if (!NAME.test(name) || NOT_SPOKEN.test(name)) return undefined;
  const members = listOf(slot.schema.enum ?? objectOf(slot.schema.items)["enum"]).map(String);
  const said = codeIn(text) ?? nameIn(text);
  if (said !== undefined) {
    const country = countryOfPeople(said.word)?.toLowerCase();
    const sent =
      members.length === 0
        ? said.code
        : (memberFor(members, said.code) ?? members.find((one) => one.toLowerCase() === country));
    return sent === undefined ? undefined : { sent, word: said.word };
  }
  // What must be given and was not said is the language that was spoken, where it is one of those there are.
  if (!slot.needed || slot.schema.default !== undefined || members.length === 0) return undefined;
  const own = memberFor(members, spokenIn(text));
  return own === undefined ? undefined : { sent: own, word: "" };
}

function codeIn(text: string): { code: string; word: string } | undefined {
  for (const found of text.matchAll(CODE)) {
    const [whole, code = ""] = found;
    if (CODE_SAID.test(whole.trimStart()) || CODE_SAID.test(whole)) return { code: code.replace("_", "-"), word: code };
  }
  return undefined;
}

function nameIn(text: string): { code: string; word: string } | undefined {
  for (const [, word = ""] of text.matchAll(IN)) {
    const code = [word, word.replace(/e[nrs]?$/, ""), word.replace(/a$/, "")].map(languageCode).find(Boolean);
    if (code !== undefined) return { code, word };
  }
  return undefined;
}

/** "de" as "de", "de-DE" or "german". */
function memberFor(members: readonly string[], code: string): string | undefined {
  const [base = ""] = code.toLowerCase().split("-");
  return (
    members.find((one) => one.toLowerCase() === code.toLowerCase()) ??
    members.find((one) => one.toLowerCase() === base) ??
    // Of many countries' that of its own (Unicode's likely subtags).
    members.find((one) => one.toLowerCase().replace("_", "-") === ownForm(base)) ??
    members.find((one) => one.toLowerCase().split(/[-_]/)[0] === base) ??
    members.find((one) => languageCode(one) === base)
  );
}

/** "de-de" of "de". */
function ownForm(base: string): string | undefined {
  return /^[a-z]{2,3}$/.test(base) ? `${base}-${new Intl.Locale(base).maximize().region?.toLowerCase()}` : undefined;
}

function spokenIn(text: string): string {
  const words = wordsOf(text);
  const counts = functionWords.map((known) => words.filter((word) => known.has(word)).length);
  const most = Math.max(...counts);
  return most < LEAST_WORDS ? "en" : (OWN[counts.indexOf(most)] ?? "en");
}
