/** What takes the verb itself stands before what would change a thing by nothing that was said. */
import { expect, test } from "bun:test";
import { withDeedTaken } from "../../../src/dynamic-tools/rank/deed-taken.ts";
import type { WeighedMatch } from "../../../src/dynamic-tools/rank/likelihood-signals.ts";
import { entryOf, said } from "../found.ts";

const tried = (name: string, worth: number, body: object, isUnsaid: boolean) =>
  ({
    match: {
      entry: entryOf("PUT", name, "/meetings/{id}"),
      said: said("end the meeting 5"),
      constants: { params: { id: "5" }, body },
      unsaidChange: isUnsaid ? [] : undefined,
    },
    worth,
  }) as unknown as WeighedMatch; // Only these are read.

const first = (...ranked: readonly WeighedMatch[]) => withDeedTaken(ranked)[0]?.match.entry.name;

test("where the best leaves open what is changed", () => {
  const update = tried("Update a meeting", 13, {}, true);
  const ends = tried("Update the status of a meeting", 11, { action: "end" }, false);
  expect(first(update, ends)).toBe("Update the status of a meeting");
  expect(first(update, tried("Update the status of a meeting", 11, { action: "recover" }, false))).toBe(
    "Update a meeting",
  );
  expect(first(update, tried("Update the status of a meeting", 5, { action: "end" }, false))).toBe("Update a meeting");
});

test("nothing goes before what says its change", () => {
  const update = tried("Update a meeting", 13, { topic: "x" }, false);
  expect(first(update, tried("Update the status of a meeting", 12, { action: "end" }, false))).toBe("Update a meeting");
});
