/**
 * How little a path says that was not asked for: "/users/{id}/keys" is another thing than the user, and of two entries that
 * answer the words alike the one whose path says less besides is meant.
 */
import * as formula from "./formula.ts";
import { MAX_WORDS } from "./wordings.ts";

/**
 * What the score of an entry is to be multiplied by; 1 where its path says as much besides as one can. `path` and `asked`
 * are codes of words.
 */
export function pathFit(path: Uint16Array, asked: ReadonlySet<number>, { detail, context }: formula.Blend): number {
  let unsaid = 0;
  for (let at = 0; at < path.length; at++) {
    const code = path[at]!;
    if (!asked.has(code) && path.indexOf(code) === at) unsaid++;
  }
  return ((1 + MAX_WORDS) / (1 + unsaid)) ** (detail * (1 - context) * formula.PATH);
}
