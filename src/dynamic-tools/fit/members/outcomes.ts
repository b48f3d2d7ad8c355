/** "failed" of a list that has "failure", "still open" of one that has "opened": states that go by several names. */
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

/** The names that state and status lists of the catalogue have for the same. */
const SAME: readonly (readonly string[])[] = [
  ["failed", "failure", "failing", "fail", "error", "errored"],
  ["succeeded", "success", "successful", "passed", "passing"],
  ["cancelled", "canceled"],
  ["open", "opened", "unpaid", "outstanding"],
  ["finished", "completed", "complete", "done"],
  ["running", "in progress", "ongoing"],
];
const OF_STATE = /\b(?:state|status|conclusion|outcome|result)(?:es|s)?$/;

/** The only member that says what was said by another word. `text` are the words outside titles. */
export function stateMeant(
  slot: Slot,
  members: readonly string[],
  text: string,
): { readonly sent: string; readonly word: string } | undefined {
  if (!OF_STATE.test(spellOut(slot.name))) return undefined;
  const said = ` ${wordsOf(text).join(" ")} `;
  const found = SAME.flatMap((row) => {
    const word = row.find((one) => said.includes(` ${one} `));
    if (word === undefined) return [];
    return members.flatMap((one) =>
      row.includes(wordsOf(splitIdentifier(one)).join(" ")) ? [{ sent: one, word }] : [],
    );
  });
  return found.length === 1 ? found[0] : undefined;
}
