/**
 * Of two operations of an API that do the same, that which acts on what was said: who stops a database has no activity
 * stream stopped, where the API stops databases as well.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { inFull } from "../slots/names.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import type { Candidate } from "./candidate-match.ts";
import { oneThingOf } from "./one-thing.ts";

export function ofSaidThings(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first] = candidates;
  const noun = first === undefined ? undefined : oneThingOf(first.said);
  if (first === undefined || noun === undefined) return candidates;
  const verbs = new Set(withMeanings(first.said.verb));
  const nouns = withMeanings(noun).map((one) => stemOf(inFull(one)));
  const said = new Set([...nouns, ...wordsOf(first.said.plain).map((word) => stemOf(inFull(word)))]);
  const doing = candidates.flatMap((of) => {
    const [verb = "", ...things] = wordsOf(splitIdentifier(of.entry.name));
    const isDoing = verbs.has(verb) && effectOfOperation(of.entry) !== "read";
    return isDoing ? [{ of, things: things.map((one) => stemOf(inFull(one))) }] : [];
  });
  const onIt = new Set(
    doing.filter(({ things }) => nouns.some((one) => things.includes(one))).map(({ of }) => of.entry.api),
  );
  const onOthers = new Set(
    doing
      .filter(({ of, things }) => onIt.has(of.entry.api) && !things.some((one) => said.has(one)))
      .map(({ of }) => of),
  );
  return candidates.filter((one) => !onOthers.has(one));
}
