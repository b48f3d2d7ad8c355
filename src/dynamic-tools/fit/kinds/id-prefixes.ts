/** "cus_9s6X", "pi_3Nab": a machine's id that begins with what it is the id of. */
import { inFull, SUFFIX } from "../../slots/names.ts";
import { NO_TEXT } from "./text.ts";

const PREFIX = /^([a-z]{2,12})_\w/;

/** "C024BE91L" and "U0G9QF9C6": what Slack calls its channels and users by. */
const OF_LETTER: readonly (readonly [RegExp, RegExp])[] = [
  [/^[CGD]0[A-Z\d]{7,9}$/, /^(?:channel|conversation)s?(?: ids?)?$/],
  [/^[UW]0[A-Z\d]{7,9}$/, /^users?(?: ids?)?$/],
];

/** `word` is the slot's name, spelled. */
export function isOfPrefix(word: string, id: string): boolean {
  if (OF_LETTER.some(([form, name]) => form.test(id) && name.test(word))) return true;
  const prefix = PREFIX.exec(id)?.[1];
  if (prefix === undefined) return false;
  const thing = word.replace(SUFFIX, "");
  if (thing === word && NO_TEXT.test(word)) return false;
  const initials = thing
    .split(" ")
    .map((one) => one[0] ?? "")
    .join("");
  return thing.startsWith(prefix) || thing === inFull(prefix) || (initials.length > 1 && initials === prefix);
}
