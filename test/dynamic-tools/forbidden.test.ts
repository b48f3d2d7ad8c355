/** What a wish says shall not be done is not offered. */
import { expect, test } from "bun:test";
import { forbiddenBy } from "../../src/dynamic-tools/rank/forbidden.ts";
import { entryOf, said } from "./found.ts";

const merge = entryOf("PUT", "Merge a pull request", "/repos/{owner}/{repo}/pulls/{number}/merge");
const deleteRepo = entryOf("DELETE", "Delete a repository", "/repos/{owner}/{repo}");
const deleteBranch = entryOf("DELETE", "Delete a branch", "/repos/{owner}/{repo}/branches/{branch}");
const deleteTag = entryOf("DELETE", "Delete a tag", "/repos/{owner}/{repo}/tags/{tag}");

test.each([
  ["don't merge pull request 7, just close it", merge],
  ["close pull request 7, don't merge it", merge],
  ["close pull request 7 without merging it", merge],
  ["delete the branch dev of acme/web, not the repo", deleteRepo],
  ["lösche den Branch dev von acme/web, nicht das Repo", deleteRepo],
  ["borra la rama dev de acme/web, no el repositorio", deleteRepo],
  ["supprime la branche dev, pas le dépôt acme/web", deleteRepo],
  ["ne supprime pas le dépôt acme/web, seulement la branche dev", deleteRepo],
  ["no borres el repositorio acme/web, solo la rama dev", deleteRepo],
  ["apague o ramo dev, não o repositório acme/web", deleteRepo],
  ["elimina il ramo dev, non il repository acme/web", deleteRepo],
  ["lösche das Repo acme/web nicht, nur den Branch dev", deleteRepo],
  ["delete release 12 but keep the tag", deleteTag],
] as const)("%s", (words, entry) => {
  expect(forbiddenBy(said(words))(entry)).toBe(true);
});

test.each([
  ["merge pull request 7, don't close it", merge],
  ["delete the branch dev of acme/web, not the repo", deleteBranch],
  ["delete the branch dev, don't delete the branch main", deleteBranch],
  ["cancel the branch 5, don't delete the repo", deleteBranch],
  ["delete release 12 but keep the tag", entryOf("DELETE", "Delete a release", "/releases/{id}")],
  ['comment "don\'t merge it" on the pull request 7', merge],
  ["don't merge pull request 7", entryOf("GET", "Get a pull request", "/pulls/{number}")],
] as const)("what is asked for is not forbidden: %s", (words, entry) => {
  expect(forbiddenBy(said(words))(entry)).toBe(false);
});

test("what shall be done instead has the verb", () => {
  expect(said("don't merge pull request 7, just close it").verb).toBe("close");
  expect(said("ne supprime pas le dépôt 5, archive le seulement").verb).toBe("archive");
});
