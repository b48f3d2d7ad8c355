import { expect, test } from "bun:test";
import { pathFit } from "../../src/catalog/search/path-fit.ts";
import { blendFor } from "../../src/catalog/search/formula.ts";
import { codeOf, FIELD_END, wordingOf } from "../../src/catalog/search/wordings.ts";
import { stemOf } from "../../src/catalog/words/stem.ts";

/** What the entries at these paths gain in a question that has these words among so many. */
function gains(said: string, words: number, ...paths: string[]): number[] {
  const asked = new Set(said.split(" ").map((word) => codeOf(stemOf(word))));
  return paths.map((path) => {
    const wording = Uint16Array.from(wordingOf({ path, name: "List", description: "Keys." }));
    return pathFit(wording.subarray(0, wording.indexOf(FIELD_END)), asked, blendFor(words));
  });
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
