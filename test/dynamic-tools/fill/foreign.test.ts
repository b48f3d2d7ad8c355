/** Values that are introduced in other languages than English. */
import { expect, test } from "bun:test";
import { inPlainWords } from "../../../src/dynamic-tools/words/paraphrases/plain-words.ts";
import { flag, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

test("a task is done in any language", () => {
  const update = operationOf("/tasks/{id}", {}, object({ completed: flag }));
  const done = { id: "1200123456", body: { completed: true } };
  expect(sent("markiere die aufgabe 1200123456 als erledigt", update)).toEqual(done);
  expect(sent("marca como completada la tarea 1200123456", update)).toEqual(done);
  expect(sent("marque la tâche 1200123456 comme terminée", update)).toEqual(done);
  expect(sent("aktualisiere die aufgabe 1200123456 als admin", update)).toEqual({ id: "1200123456" });
});

test("what stands behind 'über' is looked for, up to where", () => {
  const search = operationOf("/videos", { q: text });
  expect(sent("suche videos über gitarre lernen auf youtube", search)).toEqual({ q: "gitarre lernen" });
  expect(sent("cherche des videos à propos de la cuisine", search)).toEqual({ q: "cuisine" });
});

test("a filter that may stand in a search is not what is looked for", () => {
  const q = {
    ...text,
    description: "The available filters are `album`, `artist`. Possible values: album, artist, track",
  };
  expect(sent("search tracks by stromae", operationOf("/search", { q }))).not.toEqual({ q: "track" });
});

test("a thing gets another name", () => {
  const update = operationOf("/boards/{id}", {}, object({ name: text, desc: text }));
  const renamed = { id: "4d5ea62f", body: { name: "urlaub" } };
  expect(sent("umbenenne das board 4d5ea62f in urlaub", update)).toEqual(renamed);
  expect(sent("renombra el tablero 4d5ea62f a urlaub", update)).toEqual(renamed);
});

const asked = (words: string, operation: Parameters<typeof sent>[1]) => sent(inPlainWords(words), operation);

test("numbers are spelled in every language, up to a hundred", () => {
  const list = operationOf("/invoices", { page: whole, per_page: whole });
  const pages = { page: 2, per_page: 40 };
  expect(asked("die Rechnungen auf Seite 2, vierzig pro Seite", list)).toEqual(pages);
  expect(asked("las facturas, página 2, cuarenta por página", list)).toEqual(pages);
  expect(asked("les factures, page 2, quarante par page", list)).toEqual(pages);
  expect(asked("as faturas, página 2, quarenta por página", list)).toEqual(pages);
});

test("how many are wanted is told by a spelled number as by a written one", () => {
  const list = operationOf("/invoices", { limit: whole });
  expect(sent("the first thirty invoices", list)).toEqual({ limit: 30 });
  expect(asked("las primeras treinta facturas", list)).toEqual({ limit: 30 });
});

test("which one of a row is told by an ordinal", () => {
  const episode = operationOf("/shows/{id}/seasons/{season}", { season: whole });
  expect(asked("die zweite Staffel der Serie mit der ID abc123", episode)).toEqual({ id: "abc123", season: 2 });
  expect(asked("la segunda temporada de la serie con el id abc123", episode)).toEqual({ id: "abc123", season: 2 });
  expect(asked("la deuxième saison de la série avec l'id abc123", episode)).toEqual({ id: "abc123", season: 2 });
});

test("a flag is turned by what it names in any language", () => {
  const show = operationOf("/recipes/{id}", { id: whole, include_history: flag, showLabels: flag });
  const shown = { id: 7, include_history: true, showLabels: false };
  expect(asked("zeig das Rezept 7 mit dem Verlauf und ohne Etiketten", show)).toEqual(shown);
  expect(asked("muestra la receta 7 con el historial y sin etiquetas", show)).toEqual(shown);
  expect(asked("montre la recette 7 avec l'historique et sans étiquettes", show)).toEqual(shown);
  expect(asked("mostra a receita 7 com o histórico e sem etiquetas", show)).toEqual(shown);
});

test("a member of a list is said in any language", () => {
  const create = operationOf("/contracts", {}, object({ level: oneOf("public", "confidential", "regular") }));
  const made = { body: { level: "confidential" } };
  expect(asked("erstelle einen vertraulichen Vertrag", create)).toEqual(made);
  expect(asked("crea un contrato con nivel confidencial", create)).toEqual(made);
  expect(asked("crée un contrat de niveau confidentiel", create)).toEqual(made);
});

test("the last of two days ends a span", () => {
  const stats = operationOf("/stats", { start_date: text, end_date: text });
  const span = { start_date: "2026-03-01", end_date: "2026-03-15" };
  expect(asked("las cifras entre el 1 y el 15 de marzo de 2026", stats)).toEqual(span);
  expect(asked("les chiffres du 1er mars 2026 au 15 mars 2026", stats)).toEqual(span);
  expect(asked("os números de 1 a 15 de março de 2026", stats)).toEqual(span);
});

test("what is changed is named in any language", () => {
  const update = operationOf("/books/{id}", { id: whole }, object({ title: text, author: text, text }));
  expect(asked("mets le titre du livre 8 à « Le chat »", update)).toEqual({ id: 8, body: { title: "Le chat" } });
  expect(asked("cambia el autor del libro 8 a Lola Flores", update)).toEqual({
    id: 8,
    body: { author: "Lola Flores" },
  });
});

test("what a name belongs to is no part of it", () => {
  const show = operationOf("/systems/{system}/deployments/{name}", {});
  const deployment = { system: "abc123", name: "fabrica norte" };
  expect(asked("muestra el despliegue llamado fabrica norte del sistema abc123", show)).toEqual(deployment);
});

test("what shall not become of a thing is no state of it", () => {
  const update = operationOf("/issues/{id}", { id: whole }, object({ title: text, state: oneOf("open", "closed") }));
  const renamed = { id: 12, body: { title: "Error" } };
  expect(asked("change the title of issue 12 to Error, do not close it", update)).toEqual(renamed);
  expect(asked("cambia el título de la incidencia 12 a Error, no la cierres", update)).toEqual(renamed);
  expect(asked("ändere den Titel von Issue 12 auf Error, aber schließ es nicht", update)).toEqual(renamed);
  expect(asked("close issue 12", update)).toEqual({ id: 12, body: { state: "closed" } });
});
