/** What a wish says shall not be done is not offered. */
import { expect, test } from "bun:test";
import { forbiddenBy } from "../../../src/dynamic-tools/rank/forbidden.ts";
import { entryOf, said } from "../found.ts";

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
  ["archive the repo acme/web, do not delete it permanently", deleteRepo],
  ["archive the repo acme/web instead of deleting it", deleteRepo],
  ["anything but delete the repo acme/web", deleteRepo],
  ["den Branch dev umbenennen, aber nicht löschen", deleteBranch],
  ["den Branch dev umbenennen und nicht löschen", deleteBranch],
  ["den Branch dev nur umbenennen, keinesfalls löschen", deleteBranch],
  ["den Branch dev umbenennen statt ihn zu löschen", deleteBranch],
  ["cierra la rama dev, sin eliminarla", deleteBranch],
  ["cambia el nombre de la rama dev, pero no la borres", deleteBranch],
  ["cierra la rama dev en vez de borrarla", deleteBranch],
  ["ferme la branche dev sans la supprimer", deleteBranch],
  ["ferme la branche dev au lieu de la supprimer", deleteBranch],
  ["renomeie o ramo dev, mas não o apague", deleteBranch],
  ["before you delete the branch dev, show me its commits", deleteBranch],
  ["would you mind not deleting the branch dev but closing it", deleteBranch],
  ["make sure that the branch dev can't be deleted", deleteBranch],
  ["the branch dev must not be deleted, lock it", deleteBranch],
  ["protect the branch dev from deletion", deleteBranch],
  ["protect the branch dev against being deleted", deleteBranch],
  ["make sure nobody deletes the branch dev", deleteBranch],
  ["nobody wants you to delete the branch dev", deleteBranch],
  ["niemand soll den Branch dev löschen", deleteBranch],
  ["ich will nicht, dass der Branch dev gelöscht wird", deleteBranch],
  ["je ne veux pas que tu annules la commande 8", entryOf("POST", "Order cancelled", "/order/cancelled")],
  ["ne pas annuler la commande 8", entryOf("POST", "Cancel an order", "/order/cancel")],
  ["bitte den Branch dev nicht löschen", deleteBranch],
  ["den Branch dev nicht löschen, nur umbenennen", deleteBranch],
  ["statt den Branch dev zu löschen, zeig ihn mir", deleteBranch],
  ["undo the deletion of the branch dev", deleteBranch],
  ["cancel the deletion of the branch dev", deleteBranch],
  ["verify the deletion of the branch dev", deleteBranch],
  ["log the deletion of the branch dev", deleteBranch],
  ["simulate deleting the branch dev", deleteBranch],
  ["write a hook that deletes the branch dev", deleteBranch],
  ["apaga la rama dev, sin eliminarla", entryOf("DELETE", "Deleting branches by tag", "/branches")],
] as const)("%s", (words, entry) => {
  expect(forbiddenBy(said(words))(entry)).toBe(true);
});

test.each([
  ["merge pull request 7, don't close it", merge],
  ["delete the branch dev of acme/web, not the repo", deleteBranch],
  ["delete the branch dev, don't delete the branch main", deleteBranch],
  ["delete the branch that breaks the build", deleteBranch],
  ["request the deletion of the branch dev", deleteBranch],
  ["delete the branch dev, nobody needs it", deleteBranch],
  ["cancel the branch 5, don't delete the repo", deleteBranch],
  ["delete release 12 but keep the tag", entryOf("DELETE", "Delete a release", "/releases/{id}")],
  ['comment "don\'t merge it" on the pull request 7', merge],
  ["don't merge pull request 7", entryOf("GET", "Get a pull request", "/pulls/{number}")],
  ["delete the branch dev, aber nicht den Tag v1", deleteBranch],
  ["delete the branch dev and do not tell anybody", deleteBranch],
  ["lösche den nicht mehr gebrauchten Branch dev", deleteBranch],
  ["delete the branch dev instead of the tag", deleteBranch],
] as const)("what is asked for is not forbidden: %s", (words, entry) => {
  expect(forbiddenBy(said(words))(entry)).toBe(false);
});

test("what shall be done instead has the verb", () => {
  expect(said("don't merge pull request 7, just close it").verb).toBe("close");
  expect(said("ne supprime pas le dépôt 5, archive le seulement").verb).toBe("archive");
});
