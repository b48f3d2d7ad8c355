import { expect, test } from "bun:test";
import { wholeMadeFor } from "../../../src/dynamic-tools/rank/makes-whole.ts";
import { entryOf, said } from "../found.ts";

test("what adds to a thing makes none, whatever its path", () => {
  const queue = entryOf("POST", "Add Item to Playback Queue", "/me/player/queue");
  expect(wholeMadeFor(said("add track 4iV5W9 to the queue"))(queue)).toBe(false);
});

test.each<[string, string, boolean]>([
  ["add a row to my google sheet", "/v4/spreadsheets", true],
  ["add a row to my google sheet", "/v4/spreadsheets/{id}/values/{range}:append", false],
  ["add a track to my playlist", "/v1/users/{id}/playlists", true],
  ["füge dem Board eine Karte hinzu", "/1/cards", false],
  ["add an A record to the domain", "/domains/{domain}/records", false],
  ["add bob to the team", "/teams", true],
  ["add bob to the team", "/teams/{id}/members", false],
  ["ajoute une chanson à la playlist", "/playlists", true],
  ["create a playlist in my library", "/playlists", false],
  ["add a team to the organization", "/teams", false],
])("%s by POST %s: makes the whole is %p", (words, path, makes) => {
  expect(wholeMadeFor(said(words))(entryOf("POST", "Create", path))).toBe(makes);
});
