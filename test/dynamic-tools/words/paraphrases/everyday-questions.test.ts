/** What nobody describes in the words that people ask with. */
import { expect, test } from "bun:test";
import { inPlainWords } from "../../../../src/dynamic-tools/words/paraphrases/plain-words.ts";

test.each([
  ["what time is it in Tokyo?", "current time in Tokyo"],
  ["wie spät ist es in Neu-Delhi", "current time in Neu-Delhi"],
  ["¿qué hora es ahora en Lima?", "current time in Lima"],
  ["definition of serendipity", "definitions of the word serendipity"],
  ["what does serendipity mean?", "definitions of the word serendipity"],
  ["définition du mot éphémère", "definitions of the word éphémère"],
  ["was bedeutet Fernweh?", "definitions of the word Fernweh"],
  ["is acme-labs.io still available?", "check whether the domain acme-labs.io is available"],
  ["ist die Domain acme.de noch frei?", "check whether the domain acme.de is available"],
  ['how do you say "good night" in French', 'translate "good night" to French'],
  ["cómo se dice buenas noches en inglés", 'translate "buenas noches" to Inglés'],
  ["who owns acme-labs.io?", "whois acme-labs.io"],
  ["is 1234 the right code for the request 5?", "check the code 1234 for the request 5?"],
  ["wo liegt die ip 1.1.1.1", "where is the ip address 1.1.1.1 located"],
  ["où se trouve l'adresse ip 9.9.9.9 ?", "where is the ip address 9.9.9.9 located"],
] as const)("%s", (text, plain) => {
  expect(inPlainWords(text)).toBe(plain);
});

test.each([
  "definition of the field status",
  "what does the webhook 5 mean",
  "define a new field",
  "is the server acme.io up",
  "what is the start time in the event 5",
] as const)("is left as it is: %s", (text) => {
  expect(inPlainWords(text)).toBe(text);
});
