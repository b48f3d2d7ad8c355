import { parseWish } from "../../../../src/dynamic-tools/words/wish/wish.ts";
import { expect, test } from "bun:test";
import { foreignFunctionStems } from "../../../../src/dynamic-tools/words/verbs/asking.ts";

test("the small words of another language say nothing, and English ones are left alone", () => {
  expect(foreignFunctionStems("ist die IBAN AT611904300234573201 gültig?").has("die")).toBe(true);
  expect(foreignFunctionStems("is the IBAN AT611904300234573201 valid?").size).toBe(0);
});

test.each([
  ["can I delete a message after a day?", "read"],
  ["darf ich den Kanal löschen?", "read"],
  ["puedo borrar un mensaje?", "read"],
  ["delete the message m7", "delete"],
  ["can you delete the message m7?", "delete"],
  ["can I add a card to the list 7?", "create"],
  ["the customer asked whether we could delete cus_123 and I said no", "read"],
  ["der Kunde hat gefragt, ob wir cus_123 löschen können", "read"],
  ["Stripe: Ann asked if we can delete cus_123, please do", "none"],
  ["delete cus_123, the customer asked if we could", "delete"],
] as const)("who asks whether a thing may be deleted deletes nothing: %s", (wish, effect) => {
  expect(parseWish(wish, () => false).effect).toBe(effect);
});

test("verbs of asking say as little in another language", () => {
  expect(foreignFunctionStems("zeig mir meine playlists").has("zeig")).toBe(true);
  expect(foreignFunctionStems("dame los últimos pagos").has("dame")).toBe(true);
  expect(foreignFunctionStems("crea una lista de los pagos").has("crea")).toBe(false);
  expect(foreignFunctionStems("basketball games of notre dame").has("dame")).toBe(false);
});
