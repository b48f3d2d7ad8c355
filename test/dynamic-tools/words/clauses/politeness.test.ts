import { expect, test } from "bun:test";
import fc from "fast-check";
import { withoutPoliteness } from "../../../../src/dynamic-tools/words/clauses/politeness.ts";

const ASKED: readonly (readonly [polite: string, request: string])[] = [
  ["could you please list the issues of octocat/hello, thanks", "list the issues of octocat/hello"],
  ['Hi there! Can you create a ticket titled "Broken"?', 'create a ticket titled "Broken"'],
  ["I'd like you to delete the webhook 12", "delete the webhook 12"],
  ["I was wondering if you could show me the weather in Bern. Many thanks!", "show me the weather in Bern"],
  ["hello, would you kindly convert 20 EUR to USD, please", "convert 20 EUR to USD"],
  ["Könntest du bitte die Rechnung 5 löschen?", "die Rechnung 5 löschen"],
  ["ich möchte gerne das Wetter in Bern wissen, vielen Dank", "das Wetter in Bern wissen"],
  ["¿podrías mostrar los pedidos de 2024, por favor?", "mostrar los pedidos de 2024"],
  ["me gustaría ver las facturas, muchas gracias", "ver las facturas"],
  ["bonjour, pourriez-vous supprimer le fichier 7, s'il vous plaît ?", "supprimer le fichier 7"],
  ["je voudrais la météo de Lyon, merci d'avance", "la météo de Lyon"],
  ["olá, você poderia listar os produtos? obrigado!", "listar os produtos"],
  ["gostaria de ver a previsão de Lisboa por favor", "ver a previsão de Lisboa"],
];

test("words of politeness around a request are taken off", () => {
  for (const [polite, request] of ASKED) expect(withoutPoliteness(polite)).toBe(request);
});

test("what is itself wanted stays as it was written", () => {
  for (const text of [
    'translate "thank you" to German',
    "say thank you",
    "thank you, that was very helpful",
    "the hello world program",
    "Which cities are in Ghana?",
    "could you please",
    "Can Do: list the tasks",
    'send "hi, thanks"',
    "ich will nicht, dass die Rechnung 8 storniert wird",
    "I want no cards deleted",
  ])
    expect(withoutPoliteness(text)).toBe(text);
});

test("a request is the same whatever politeness stands around it", () => {
  const opening = fc.constantFrom(
    "",
    "please ",
    "could you please ",
    "Hi, can you ",
    "I'd like to ",
    "könntest du ",
    "podrías ",
    "pourrais-tu ",
  );
  const closing = fc.constantFrom(
    "",
    ", thanks",
    ", please",
    ". Thank you so much!",
    ", danke",
    ", por favor",
    ", merci",
  );
  const request = fc.constantFrom(
    "list the issues of 7",
    "delete the file a-1",
    "weather in Bern",
    'post "hi, thanks" to dev',
  );
  fc.assert(
    fc.property(opening, request, closing, (before, bare, after) => {
      expect(withoutPoliteness(`${before}${bare}${after}`)).toBe(bare);
    }),
  );
});
