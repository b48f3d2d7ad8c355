/** Why a text is no JSON at a place, where it is what other notations have. */

const LITERAL = /^-?(?:NaN|nan|Infinity|None|True|False|undefined|TRUE|FALSE|NULL|Null)(?![\w$])/;
/** From the place on. */
const REASONS: readonly (readonly [before: RegExp, behind: RegExp, reason: string])[] = [
  [/\S$/, /^$/, "it ends too early"],
  [/$/, /^['‘’“”`]/, "names and texts stand in double quotes"],
  [/$/, /^(?:\/[/*]|#)/, "there are no comments in JSON"],
  [/,$/, /^[}\]]/, "no comma stands before the end"],
  [/[{,]$/, /^[\p{L}_$]/u, "names stand in double quotes"],
  [/[}\]]$/, /^[{[]/, "several values stand in a list, or each on a line of its own"],
];
const MAX_LOOK = 20;

/** A part of a sentence; `undefined` where nothing is known of it. Line and column count from 1. */
export function jsonReason(text: string, line: number, column: number): string | undefined {
  let start = 0;
  const ends = /\r\n?|\n/g;
  for (let at = 1; at < line && ends.test(text); at++) start = ends.lastIndex;
  const place = start + column - 1;
  const behind = text.slice(place, place + MAX_LOOK).trimEnd();
  const before = text.slice(Math.max(0, place - MAX_LOOK), place).trimEnd();
  const literal = LITERAL.exec(behind)?.[0];
  if (literal !== undefined) return `${literal} is none of true, false, null and a number`;
  return REASONS.find(([first, then]) => first.test(before) && then.test(behind))?.[2];
}
