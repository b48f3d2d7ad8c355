/** Values that are introduced in other languages than English. */
import { expect, test } from "bun:test";
import { flag, object, operationOf, sent, text } from "./sent.ts";

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
