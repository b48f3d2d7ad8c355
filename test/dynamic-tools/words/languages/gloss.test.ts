import { expect, test } from "bun:test";
import { glossOf } from "../../../../src/dynamic-tools/words/languages/gloss.ts";

test.each([
  ["montre les clients du réseau avec l'historique de paiement", "show network customer with payment history"],
  ["zeige die Rechnung ohne die Notizen", "show invoice without note"],
  ["cria um arquivo com nome de usuário", "create file with user name"],
])("%s", (said, english) => {
  expect(glossOf(said)).toBe(english);
});

test("not turned, what belongs to a thing stands before it", () => {
  const ahead = "ändere den Namen des Kunden 8 in";
  expect(glossOf(ahead, ahead, false)).toBe("change name of customer 8 in");
  expect(glossOf("cambia el autor del libro 8 a", undefined, false)).toBe("change author of book 8 a");
});

test("English has none", () => {
  expect(glossOf("show the history of the connections")).toBe("");
});
