import { expect, test } from "bun:test";
import { withVerbFirst } from "../../../../src/dynamic-tools/words/languages/verb-at-end.ts";

test.each([
  ["die karte 5 löschen", "löschen die karte 5"],
  ["einen termin für morgen anlegen", "anlegen einen termin für morgen"],
  ["den server 77 neustarten, aber nicht löschen", "neustarten den server 77, aber nicht löschen"],
  ["den server 77 bitte neustarten und nicht löschen", "neustarten den server 77 bitte und nicht löschen"],
  ["Hetzner: den server 77 löschen", "Hetzner: löschen den server 77"],
  ["das repo acme/site umbenennen", "umbenennen das repo acme/site"],
])("%s: the verb is read first", (text, read) => {
  expect(withVerbFirst(text)).toBe(read);
});

test.each([
  ["what is not wanted", "die karte 5 nicht löschen"],
  ["a question", "wie kann ich die karte 5 löschen"],
  ["what may be a title", "eine aufgabe alte dateien löschen"],
  ["another verb", "notiere die dateien löschen"],
  ["a plural", "die letzten fünf rechnungen"],
])("%s stays as it was said", (_, text) => {
  expect(withVerbFirst(text)).toBe(text);
});
