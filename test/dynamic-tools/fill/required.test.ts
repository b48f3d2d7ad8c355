/** What a body must hold and nobody spoke of. */
import { expect, test } from "bun:test";
import { isGiven, withRequired } from "../../../src/dynamic-tools/fill/required.ts";
import { isToBeSaid, slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { list, object, operationOf, text } from "../sent.ts";

const note = operationOf(
  "/notes",
  {},
  object(
    {
      title: text,
      kind: { ...text, default: "plain" },
      tags: list,
      authors: { ...list, minItems: 1 },
      place: object({ city: text, links: { type: "array", items: object({ href: text }, ["href"]) } }, ["links"]),
    },
    ["title", "kind", "tags", "authors"],
  ),
);
const written = { params: {}, body: { title: "News", place: { city: "Graz" } } };

test("lists are left empty and defaults sent, where something was said of the body", () => {
  expect(withRequired(written, note, 'a note "News" in Graz').body).toEqual({
    title: "News",
    kind: "plain",
    tags: [],
    place: { city: "Graz", links: [] },
  });
  expect(withRequired({ params: {} }, note, "a note")).toEqual({ params: {} });
});

test("a list that was spoken of is asked for", () => {
  expect(withRequired(written, note, 'a note "News" with tags').body).not.toHaveProperty("tags");
});

test("what an empty list would hold is not asked for", () => {
  const constants = withRequired(written, note, 'a note "News" in Graz');
  const open = slotsOf(note).filter((slot) => !isGiven(slot, constants));
  expect(open.map(({ name }) => name)).toEqual(["authors"]);
});

test("a language that must be said is asked for, and a key is not", () => {
  const captions = slotsOf(operationOf("/videos/{id}/captions/{language}", { api_key: text }));
  expect(captions.filter(isToBeSaid).map(({ name }) => name)).toEqual(["id", "language"]);
});
