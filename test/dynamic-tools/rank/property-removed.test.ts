/** Who takes away what a thing has keeps the thing. */
import { expect, test } from "bun:test";
import { isOfOtherThings } from "../../../src/dynamic-tools/rank/unsafe.ts";
import { effectOf } from "../../../src/dynamic-tools/words/verbs/verbs.ts";
import { candidate, entryOf } from "../found.ts";
import { flag, object, operationOf, sent, whole } from "../sent.ts";

const deleteServer = entryOf("DELETE", "Delete a server", "/servers/{id}");
const unprotect = entryOf("DELETE", "Remove server protection", "/servers/{id}/protection");

test.each([
  "remove the delete protection from server 90",
  "remove the protection of server 90",
  "delete the description of server 90",
  "quita la protección contra borrado del servidor 90",
  "enlève la protection contre la suppression du serveur 90",
  "remova a proteção contra exclusão do servidor 90",
  "entferne den Löschschutz vom Server 90",
  "lösche die Beschreibung des Servers 90",
])("%s: the server stays", (said) => {
  expect(isOfOtherThings(candidate(said, deleteServer))).toBe(true);
});

test("what is called after the property may take it away", () => {
  expect(isOfOtherThings(candidate("remove the protection of server 90", unprotect))).toBe(false);
});

test.each(["delete server 90", "lösche den Server 90", "borra el servidor 90"])("%s: no property", (said) => {
  expect(isOfOtherThings(candidate(said, deleteServer))).toBe(false);
});

test("what is removed is turned off", () => {
  const change = operationOf("/servers/{id}/protection", { id: whole }, object({ rebuild: flag }));
  expect(sent("remove the rebuild protection from server 90", change)).toEqual({ id: 90, body: { rebuild: false } });
});

test.each(["pedidos reembolsados este mes", "commandes annulées en mai", "faturas enviadas hoje"])(
  "%s: they are there",
  (said) => {
    expect(effectOf(said)).toBe("none");
  },
);

test.each(["setze die Rechnung 12 nicht auf bezahlt", "markiere Aufgabe 5 nicht als erledigt"])(
  "%s: nothing is done",
  (said) => {
    expect(effectOf(said)).toBe("read");
  },
);
