import { expect, test } from "bun:test";
import { createPathFit } from "../../src/catalog/search/path-fit.ts";
import { blendFor } from "../../src/catalog/search/formula.ts";
import type { Query } from "../../src/catalog/search/query.ts";
import { wordingOf } from "../../src/catalog/search/wordings.ts";
import { stemOf } from "../../src/catalog/stem.ts";

/** What the entries at these paths gain in a question that has these words among so many. */
function gains(said: string, words: number, ...paths: string[]): number[] {
  const terms = said.split(" ").map((word) => ({ stem: stemOf(word), word, entries: 1, mentions: 1, times: 1 }));
  const query: Query = {
    terms,
    neighbours: [],
    kinds: [],
    synonyms: [],
    sentences: [],
    blend: blendFor(words),
    methods: 0,
    stems: [],
    unknownNames: [],
    readAs: new Map(),
  };
  const wordings = paths.map((path) => Uint16Array.from(wordingOf({ path, name: "List", description: "Keys." })));
  const fit = createPathFit({ of: (id) => wordings[id]! })(query);
  return paths.map((_, id) => fit(id));
}

test("a path gains the more, the fewer of its words were not said; names of parameters and what is said again are none", () => {
  const [user, keys, same, other] = gains(
    "show user",
    9,
    "/users/{user_id}",
    "/users/{id}/keys",
    "/users/user",
    "/a/b/c",
  );
  expect(user).toBeGreaterThan(keys!);
  expect(keys).toBeGreaterThan(other!);
  expect(same).toBe(user!);
});

test("whoever says it all finds the longer path as near", () => {
  const [user, keys] = gains("keys user", 9, "/users/{id}", "/users/{id}/keys");
  expect(keys).toBe(user!);
});

test("in few words, and in stories, paths say nothing", () => {
  expect(gains("user", 3, "/users/{id}", "/users/{id}/keys/all")).toEqual([1, 1]);
  expect(gains("user", 60, "/users/{id}", "/users/{id}/keys/all")).toEqual([1, 1]);
});

test("none loses by it", () => {
  for (const gain of gains("user", 9, "/", `/${Array.from({ length: 40 }, (_, at) => `w${at}`).join("/")}`))
    expect(gain).toBeGreaterThanOrEqual(1);
});
