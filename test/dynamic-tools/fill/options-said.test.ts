/** A word that nothing else explains belongs to the one slot that lists it. */
import { expect, test } from "bun:test";
import { optionsSaid } from "../../../src/dynamic-tools/fill/options-said.ts";
import { plainWordsOf } from "../../../src/dynamic-tools/fill/plain-words.ts";
import type { Slot } from "../../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";

const slot = (name: string, schema: object, needed = false): Slot => ({
  place: "params",
  path: [name],
  name,
  schema: { type: "string", ...schema },
  required: needed,
  needed,
  inPath: false,
});

/** What empty slots are sent, where nothing was filled in but the words of `used`. */
function said(words: string, own: string, slots: readonly Slot[], used: readonly string[] = []) {
  const known = new Set(own.split(" "));
  const context = {
    said: parseWish(words, () => false),
    lookup: () => undefined,
    own: known,
    speaks: (phrase: string) => known.has(phrase.toLowerCase()),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
  const filled = { placed: new Map(), plainWords: plainWordsOf(context), words: [...used], names: [], topics: [] };
  return Object.fromEntries(optionsSaid(context, slots, filled).map(({ slot: { name }, sent }) => [name, sent]));
}

const seasons = slot("seasonType", { description: "Season type filter (regular, postseason, or both)" });
const mode = slot(
  "mode",
  { description: "Mode:\n\n  - `hot` : For trending articles\n  - `new` : For the latest" },
  true,
);

test.each([
  ["in parentheses", "player stats of the regular season", seasons, "regular"],
  ["each with what it means", "hot stories about rust", mode, "hot"],
  [
    "in quotation marks",
    "10 % off shipping",
    slot("target", { description: "'order', 'shipping' or 'all'" }),
    "shipping",
  ],
  [
    "behind arrows",
    "hashtags placed anywhere",
    slot("place", { description: "end => last, anywhere => inline" }),
    "anywhere",
  ],
  ["as an example", "unspent outputs on bitcoin", slot("chain", { examples: ["bitcoin"] }, true), "bitcoin"],
  [
    "behind e.g.",
    "passing stats of 2024",
    slot("category", { description: "Stat category (e.g. passing)" }),
    "passing",
  ],
  ["as a list", "a qr code of 600 px, png", slot("format", { enum: ["svg", "png"] }), "png"],
  ["in several words", "send it as a small parcel", slot("kind", { enum: ["letter", "smallParcel"] }), "smallParcel"],
])("an option that is listed %s", (_, words, open, sent) => {
  expect(said(words, "stats stories", [open])).toEqual({ [open.name]: sent });
});

test("a list takes all of its options that were said", () => {
  const open = slot("show", { type: "array", items: { type: "string", enum: ["likes", "shares", "saves"] } });
  expect(said("likes and saves of the post 5", "post", [open])).toEqual({ show: ["likes", "saves"] });
});

test("what two slots list is nobody's", () => {
  const open = [slot("from", { enum: ["draft", "live"] }), slot("to", { enum: ["draft", "live"] })];
  expect(said("the draft version", "version", open)).toEqual({});
});

test("of two options of one slot none is guessed", () => {
  expect(said("regular and both", "", [seasons])).toEqual({});
});

test.each([
  ["found its place elsewhere", "regular season", "", ["regular"]],
  ["is what the operation speaks of", "regular season", "regular", []],
  ["is denied", "the season, but not regular", "", []],
  ["is to be deleted", "delete the regular season", "", []],
])("a word that %s is no option", (_, words, own, used) => {
  expect(said(words, own, [seasons], used)).toEqual({});
});

test("what must be given takes a word of the operation's own, too", () => {
  const chain = slot("chain", { examples: ["bitcoin"] }, true);
  expect(said("outputs on bitcoin", "bitcoin", [chain])).toEqual({ chain: "bitcoin" });
  expect(said("outputs on bitcoin", "bitcoin", [{ ...chain, needed: false }])).toEqual({});
});

test("an order is told by several words or by its name", () => {
  const order = slot("order", { enum: ["title", "by-title"] });
  expect(said("picks by title", "", [order])).toEqual({ order: "by-title" });
  expect(said("the title of the picks", "", [order])).toEqual({});
});

test("a single word in a description is no list", () => {
  expect(said("start the regular job", "", [slot("kind", { description: "Needs the 'regular' flag" })])).toEqual({});
});
