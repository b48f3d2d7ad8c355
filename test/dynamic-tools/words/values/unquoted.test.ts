import { expect, test } from "bun:test";
import fc from "fast-check";
import { unquotedIn } from "../../../../src/dynamic-tools/words/values/unquoted.ts";
import { valuesIn } from "../../../../src/dynamic-tools/words/values/values.ts";
import { parseWish } from "../../../../src/dynamic-tools/words/wish/wish.ts";

const found = (text: string) => unquotedIn(text).map((one) => one.text);

test.each<[string, readonly string[]]>([
  ["post a tweet saying hello world", ["hello world"]],
  ["envoie un message Telegram au chat 123456 : ", []],
  ["send a message saying see you at 5, or call me", ["see you at 5, or call me"]],
  ["send a message saying hi there to #general", ["hi there"]],
  ["mail bob@example.com with subject good news and text it works now", ["good news", "it works now"]],
  ["an issue titled login page is broken in acme/web", ["login page is broken"]],
  ["a board named weekly plans for the team", ["weekly plans"]],
  ["rename the board 5abbe4b7 to spring plans", ["spring plans"]],
  ["create a private repo called notes on github", ["notes"]],
  ["a board called plans", ["plans"]],
  ["delete the modality named ct-room2", []],
  ["rename the channel C123 to launch", ["launch"]],
  ["translate good morning to french with google", ["good morning"]],
  ["übersetze guten morgen in Englisch", ["guten morgen"]],
  ["sende die nachricht hallo welt an den chat 123456", ["hallo welt"]],
  ["send the message see you to the channel C0123", ["see you"]],
  ["crea una tarea llamada comprar pan", ["comprar pan"]],
  ["erstelle ein Board namens neue ideen für das Team", ["neue ideen"]],
  ["erstelle eine playlist mit dem namen sommer 2025", ["sommer 2025"]],
  ["crie um evento com o assunto revisão anual para amanhã", ["revisão anual"]],
  ["manda un email con el asunto tu factura y el texto te la adjunto", ["tu factura", "te la adjunto"]],
  ["envoie un sms au +33612345678 avec le texte j'arrive", ["j'arrive"]],
  ["mande um sms que diga estou a chegar", ["estou a chegar"]],
  ["envía al chat 987654 el mensaje ya he llegado", ["ya he llegado"]],
  ["sende die nachricht wir sind da an anna@firma.de", ["wir sind da"]],
  ["invite them with the text hey there with the email ann.lee@example.org", ["hey there"]],
  ["remind me to call the bank tomorrow at 9am", ["call the bank"]],
  ["add a reminder to buy milk on friday", ["buy milk"]],
  ["add a reminder to the channel general tomorrow", []],
  ["post a note saying we are late with the project id p42", ["we are late"]],
  ["post a note saying we raise fees and price changes", ["we raise fees and price changes"]],
])("%s: the text is found without quotation marks", (text, texts) => {
  expect(found(text)).toEqual([...texts]);
});

test.each([
  ["what stands in quotation marks", 'a board named "weekly plans" of the team'],
  ["a single word behind a field", "a board with the name plans"],
  ["a name, which has a kind of its own", "a customer named Alice Johnson"],
  ["what is no language", "translate the file to docs"],
  ["an address", "a monitor named example.com up"],
  ["what a preposition follows at once", "a board called by the team"],
  ["a message that is not sent", "lösche die nachricht abc im kanal general"],
  ["a message that is there", "envía el mensaje de ayer a todos"],
])("%s is found otherwise", (_, text) => {
  expect(found(text)).toEqual([]);
});

test("a message ends before the service that sends it", () => {
  const text = "envía un sms con el texto ya voy para casa con twilio";
  expect(unquotedIn(text, (name) => name === "twilio").map((one) => one.text)).toEqual(["ya voy para casa"]);
});

test("a message is one value, whatever stands within it", () => {
  expect(
    valuesIn("post a tweet saying 20 euros for 3 miles", () => false).map(({ kind, text }) => [kind, text]),
  ).toEqual([["quoted", "20 euros for 3 miles"]]);
});

test("a text stands where it says", () => {
  const word = fc.constantFrom("saying", "titled", "rename", "to", "hi", "the", "a,", '"x"', "with text", "#a", "é");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join(" ");
      for (const one of unquotedIn(text)) expect(text.slice(one.start, one.end)).toBe(one.text);
    }),
  );
});

test("what is written as one word behind 'named' is not searched for", () => {
  expect(parseWish("crée un dépôt nommé mon-projet sur github", () => false).plain).toBe("crée un dépôt sur github");
});
