/**
 * Operations in which the id of what was spoken of finds no place: they would do it to another thing, or to more. `isPlaced`
 * tells whether a value is in the request, and `asks` whether something must be said still.
 */
import type { Entry } from "../../runtime/catalog.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { behindLabel } from "../words/service-label.ts";
import { takenFrom } from "../words/wish/taken-out.ts";
import { isNumber, textBefore, type Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Coverage } from "./coverage.ts";
import { oneThingOf } from "./one-thing.ts";

interface Found {
  readonly entry: Entry;
  readonly said: Wish;
}
type IsPlaced = (value: Value) => boolean;

/**
 * Who removes a label from an issue has it not deleted everywhere: what it is taken from has a place in the request. So has
 * the user who is removed from a channel by his id: no group is removed from it instead.
 */
export function isOfMore({ entry, said }: Found, isPlaced: IsPlaced): boolean {
  if (effectOfOperation(entry) !== "destroy") return false;
  return !takenFrom(said).every(isPlaced);
}

/**
 * "trash the file 5" empties no trash: what takes the id of the one thing nowhere does away with something else, or with
 * all.
 */
export function isOfUntold({ entry, said }: Found, isPlaced: IsPlaced, asks: boolean): boolean {
  if (asks || said.effect !== "delete" || effectOfOperation(entry) !== "destroy") return false;
  return !toldBy(said).every(isPlaced);
}

/** It is done to another thing than to the one that was told. */
export function isToOther(found: Found & { readonly coverage: Coverage }, isPlaced: IsPlaced, asks: boolean): boolean {
  if (effectOfOperation(found.entry) === "read") return false;
  return (
    isOfUnspokenThing(found, isPlaced) ||
    (!asks && isIntoOther(found, isPlaced)) ||
    isOutsideRepository(found, isPlaced)
  );
}

/** "accept the report 12" accepts no follower: it neither takes the id of the one thing nor speaks of it. */
function isOfUnspokenThing(
  { said, coverage }: Pick<Found, "said"> & { readonly coverage: Coverage },
  isPlaced: IsPlaced,
): boolean {
  if (said.effect !== "change" && said.effect !== "run") return false;
  const noun = oneThingOf(said);
  return noun !== undefined && coverage.isUnspoken(noun) && !toldBy(said).every(isPlaced);
}

/** "add ann@example.org to the group 77": what knows of no group 77 adds her elsewhere. */
function isIntoOther({ said }: Pick<Found, "said">, isPlaced: IsPlaced): boolean {
  if (!ADDS.test(behindLabel(said.text))) return false;
  const container = said.values.find(
    (value) => (value.kind === "id" || isNumber(value)) && INTO.test(textBefore(value, said.text)),
  );
  return container !== undefined && !isPlaced(container);
}

/** "close ticket 9 of acme/web": what knows of no repository closes a ticket of somebody else's. */
function isOutsideRepository({ said }: Pick<Found, "said">, isPlaced: IsPlaced): boolean {
  const repository = said.values.find(
    (value) => value.kind === "repository" && WITHIN.test(textBefore(value, said.text)),
  );
  return repository !== undefined && !isPlaced(repository);
}

const WITHIN =
  /(?<!\p{L})(?:of|in|from|on|von|aus|de|del|en|dans|sur|du|em|no|na|do|da|di|su)\s(?:(?:the )?repo(?:sitory)? )?$/iu;

const ADDS = /^\W{0,3}(?:please )?(?:add|put|insert|attach|invite|assign|enrol{1,2}|subscribe|copy|move)\s/i;
const INTO = /\s(?:to|into|onto)\s(?:(?:the|my|our)\s)?(?:\p{Ll}{3,20}\s){1,3}(?:#|id |number |no\.? )?$/iu;

function toldBy(said: Wish): readonly Value[] {
  const value = said.values.find((one) => one.kind !== "name" && one.kind !== "code" && one.isOptional !== true);
  const isId = value?.kind === "id" || (value !== undefined && isNumber(value));
  return isId && oneThingOf(said) !== undefined ? [value] : [];
}
