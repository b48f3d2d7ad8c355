/** The tables of foreign words: none of them is read as something else in an English question. */
import { expect, test } from "bun:test";
import { isForeignPlural, LOAN_WORDS, meaningsAmong } from "../../src/catalog/words/loan-words.ts";
import { QUALITIES } from "../../src/catalog/words/loans/qualities.ts";
import { FUNCTION_WORDS } from "../../src/catalog/words/loans/function-words.ts";
import { NOUNS } from "../../src/catalog/words/loans/nouns.ts";
import { FIELDS, STATES } from "../../src/catalog/words/loans/states.ts";
import { SYSTEMS } from "../../src/catalog/words/loans/systems.ts";
import { THINGS } from "../../src/catalog/words/loans/things.ts";
import { VERBS } from "../../src/catalog/words/loans/verbs.ts";
import { isEnglish } from "../../src/catalog/words/english.ts";
import { ownForms } from "../../src/catalog/words/verb-forms.ts";
import { countryCode, stateCode } from "../../src/dynamic-tools/words/names/code-names.ts";
import { isCity } from "../../src/text/places.ts";

const { meanings } = LOAN_WORDS;

test("each line has the words of five languages for one of English", () => {
  for (const line of [...NOUNS, ...SYSTEMS, ...THINGS, ...FIELDS, ...QUALITIES, ...STATES, ...VERBS]) {
    const [english = "", ...languages] = line.split("|").map((one) => one.trim());
    expect([line, english !== "", languages.length]).toEqual([line, true, FUNCTION_WORDS.length]);
    expect([line, languages.every((words) => words === words.normalize("NFD").replace(/[^a-z -]/g, ""))]).toEqual([
      line,
      true,
    ]);
  }
});

test("no form that only one language has is a word of English", () => {
  const forms = VERBS.flatMap((line) => {
    const [, ...languages] = line.split("|").map((verbs) => verbs.split(" ").filter(Boolean));
    return languages.flatMap((verbs, language) => verbs.flatMap((verb) => ownForms(verb, language)));
  });
  expect(forms.length).toBeGreaterThan(5_000);
  expect(forms.filter(isEnglish)).toEqual([]);
});

test("no city, country or state is a word of another language", () => {
  // "quito" is "I take away", and Ecuador's capital is asked for with a capital.
  const places = [...meanings.keys()].filter(
    (word) => word !== "quito" && (isCity(word) || countryCode(word) !== undefined || stateCode(word) !== undefined),
  );
  expect(places).toEqual([]);
});

test.each([
  "complete",
  "quite",
  "let",
  "hole",
  "page",
  "configure",
  "identifier",
  "define",
  "paris",
  "montana",
  "person",
  "quote",
  "guide",
])("%s is English", (word) => expect(meanings.get(word)).toBeUndefined());

test.each([
  ["losch", "delete"],
  ["pausier", "pause"],
  ["muestrame", "show"],
  ["envianos", "send"],
  ["cierra", "close"],
  ["pide", "order"],
  ["traduis", "translate"],
  ["envoie", "send"],
  ["traduz", "translate"],
  ["inviami", "send"],
  ["eteins", "poweroff"],
  ["convierte", "convert"],
  ["renomeie", "rename"],
  ["traduci", "translate"],
  ["dame", "give"],
])("%s asks somebody to %s", (word, english) => expect(meanings.get(word)).toContain(english));

test("what a verb is said as is no English word", () => {
  for (const word of ["such", "plan", "uni", "termini"]) expect(meanings.get(word)).toBeUndefined();
});

test("a plural is told from a singular, whatever else the word is in another language", () => {
  for (const word of ["karten", "kunden", "facturas", "tableaux", "clienti"])
    expect([word, isForeignPlural(word)]).toEqual([word, true]);
  for (const word of ["karte", "liste", "cliente", "benutzer", "pais", "cards", "address"])
    expect([word, isForeignPlural(word)]).toEqual([word, false]);
});

test("a word of several languages is read in the one that is spoken", () => {
  const meant = (text: string) => meaningsAmong(text.split(" "))("apagar");
  expect(meant("apagar la luz del salon")).not.toContain("delete");
  expect(meant("apagar o cliente da lista na conta")).toContain("delete");
});
