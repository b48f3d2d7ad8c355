import { describe, expect, test } from "bun:test";
import { asksForDeed, asksTo, beginsWith } from "../../src/utterance/deeds.ts";
import { readUtterance } from "../../src/utterance/utterance.ts";

describe("a deed is asked for by the verb that a request begins with", () => {
  test.each([
    "delete the page",
    "Lösche die Seite",
    "borra la página",
    "supprime la page",
    "annulla l'ordine",
    "exclua a página",
    "could you please send this on",
    "I would like to buy one",
    "Adafruit IO: rename the feed",
  ])("%s", (text) => {
    expect(asksForDeed(readUtterance(text))).toBe(true);
  });

  test.each([
    "the page that deletes itself",
    "turn the page into markdown",
    "track the price of bitcoin",
    "update the page",
    "read the page",
  ])("and not in: %s", (text) => {
    expect(asksForDeed(readUtterance(text))).toBe(false);
  });
});

describe("each verb stands for what is done", () => {
  test.each([
    ["change", "please edit the post"],
    ["change", "Ändere den Titel"],
    ["place", "like the post"],
    ["place", "suis le blog"],
    ["make", "crie uma página"],
    ["compute", "convert the file"],
    ["show", "bitte zeige die Nachrichten"],
  ] as const)("%s: %s", (deed, text) => {
    expect(asksTo([deed], readUtterance(text))).toBe(true);
  });

  test.each(["I would like the text of the page", "je suis à Paris"])(
    "what only leads to it is no verb: %s",
    (text) => {
      expect(asksTo(["place"], readUtterance(text))).toBe(false);
    },
  );

  test("beginsWith() passes over nobody's name before the verb", () => {
    const said = readUtterance("Trello: create a card");
    expect(asksTo(["make"], said)).toBe(true);
    expect(beginsWith(["make"], said.words)).toBe(false);
  });
});
