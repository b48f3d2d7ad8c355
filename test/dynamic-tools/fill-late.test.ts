import { expect, test } from "bun:test";
import { lateValues } from "../../src/dynamic-tools/fill/late.ts";
import type { Slot } from "../../src/dynamic-tools/slots/slots.ts";
import { foreignFunctionStems } from "../../src/dynamic-tools/words/asking.ts";
import { parseUtterance } from "../../src/dynamic-tools/words/utterance.ts";

const slot = (name: string): Slot => ({
  place: "params",
  path: [name],
  name,
  schema: { type: "string" },
  required: true,
  needed: true,
  inPath: false,
});

/** What the missing names are sent, where the operation itself says `own`. */
function late(words: string, own: string, ...missing: string[]) {
  const known = new Set(own.split(" "));
  const hearing = {
    said: parseUtterance(words, () => false),
    lookup: () => undefined,
    own: known,
    speaks: (phrase: string) => known.has(phrase),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
  const values = lateValues(hearing, missing.map(slot), new Map());
  return Object.fromEntries(values.map((one) => [one.slot.name, one.sent]));
}

test("the only words that nothing explains are the only text that is missing", () => {
  expect(late("deploy keys of zorbl", "deploy keys", "repo_slug")).toEqual({ repo_slug: "zorbl" });
  expect(late("spot summary for gold", "spot summary", "metals")).toEqual({ metals: "gold" });
});

test("nothing is guessed where two are missing, two are left, or it is an id, a day or a state", () => {
  expect(late("schedule of zorbl", "schedule", "team", "season")).toEqual({});
  expect(late("keys of zorbl for quux", "keys", "repo_slug")).toEqual({});
  for (const name of ["project_id", "start_date", "country", "status"])
    expect(late("keys of zorbl", "keys", name)).toEqual({});
});

test("twins take two names in the order they were said", () => {
  expect(late("matchup history of Alabama and Auburn", "matchup history", "team1", "team2")).toEqual({
    team1: "Alabama",
    team2: "Auburn",
  });
});

test("the small words of another language say nothing, and English ones are left alone", () => {
  expect(foreignFunctionStems("ist die IBAN AT611904300234573201 gültig?").has("die")).toBe(true);
  expect(foreignFunctionStems("is the IBAN AT611904300234573201 valid?").size).toBe(0);
});
