/** Songs by somebody are searched for, and songs of an album are listed. */
import { describe, expect, test } from "bun:test";
import { withWorksSearched } from "../../../../src/dynamic-tools/words/paraphrases/works-searched.ts";

describe("withWorksSearched()", () => {
  test.each([
    ["songs by radiohead on spotify", "search for songs by radiohead on spotify"],
    ["find me some recipes with chicken and rice", "search for recipes with chicken and rice"],
    ["Spotify: show me podcasts about history", "Spotify: search for podcasts about history"],
    ["books by Stephen King?", "search for books by Stephen King?"],
  ])("%j is %j", (text, plain) => expect(withWorksSearched(text)).toBe(plain));

  test.each([
    "photos of the user 5",
    "list videos of channel UC123",
    "get songs by their ids",
    "episodes of show 12",
    "find my songs",
    "delete videos about cats",
    "search for songs by radiohead",
  ])("%j is left as it is", (text) => expect(withWorksSearched(text)).toBe(text));
});
