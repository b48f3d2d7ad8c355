/** What stands beside an address, a number or a word of news, and is not for the actor that listens for those. */
import { expect, test } from "bun:test";
import { headlines } from "../../actors/_shared/news/intents.ts";
import { extraction } from "../../actors/_shared/web/intents.ts";
import { intents as entity } from "../../actors/intel-entity/intents.ts";
import type { Intents } from "../../src/runtime/intents.ts";
import { readUtterance } from "../../src/utterance/utterance.ts";

test.each<[string, Intents]>([
  ["convert https://example.com/report.html to pdf", extraction],
  ["merge two pdfs: https://example.com/a.pdf and https://example.com/b.pdf", extraction],
  ["encurta o link https://exemplo.pt/muito/comprido", extraction],
  ["acorta el enlace https://ejemplo.es/una/ruta", extraction],
  ["raccourcis le lien https://exemple.fr/long", extraction],
  ["is coolstartup.io still available", extraction],
  ["where is the ip 8.8.8.8 located", entity],
  ["look up the food with barcode 737628064502", entity],
  ["what's in my fridge", entity],
  ["what is my ip address", entity],
  ["who are you", entity],
  ["feed the cat", headlines],
])("%s is for somebody else", (text, { read }) => {
  expect(read(readUtterance(text))).toEqual([]);
});

test.each<[string, Intents]>([
  ["read the pdf https://example.com/a.pdf", extraction],
  ["https://example.com/report.html as markdown", extraction],
  ["where is Siemens headquartered", entity],
  ["what is the Eiffel Tower", entity],
  ["what feeds do you have", headlines],
])("%s is for it", (text, { read }) => {
  expect(read(readUtterance(text))).not.toEqual([]);
});
