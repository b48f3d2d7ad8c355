/** Who asks to be shown something before it is deleted has nothing deleted. */
import { expect, test } from "bun:test";
import { withMainClauseFirst } from "../../../../src/dynamic-tools/words/clauses/main-clause.ts";
import { said } from "../../found.ts";

test.each([
  ["before you remove the droplet 5, show me its backups", "show me its backups, before you remove the droplet 5"],
  ["once the card 5 is deleted, list the cards", "list the cards, once the card 5 is deleted"],
  ["antes de borrar el servidor 5, muéstrame sus copias", "muéstrame sus copias, antes de borrar el servidor 5"],
  ["close the dispute 5? show it to me first", "show it to me first. close the dispute 5?"],
  ["statt die Karte 5 zu löschen, zeig sie mir", "zeig sie mir, statt die Karte 5 zu löschen"],
  ["cancel order 5? Show me what is in it.", "Show me what is in it. cancel order 5?"],
])("%s", (text, turned) => {
  expect(withMainClauseFirst(text)).toBe(turned);
  expect(said(turned).effect).toBe("read");
});

test.each([
  "if the droplet 5 is still running, delete it",
  "delete the card 5, then list the cards",
  "when is the next train, show me",
  "Did the payout 5 arrive? cancel it",
  "who won? show me the score",
])("is left as it is: %s", (text) => {
  expect(withMainClauseFirst(text)).toBe(text);
});
