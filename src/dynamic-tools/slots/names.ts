/** What a slot may be called by in words. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { isLatitude, isLongitude } from "./coordinates.ts";
import { headOf, isOpaque } from "./described.ts";
import { isInRow } from "./holders.ts";
import type { Slot } from "./slots.ts";
import { singular, spellOut } from "./spelled-names.ts";
import type { Value } from "../words/value.ts";

export const SUFFIX =
  / (?:id|ids|number|num|no|sid|gid|uuid|guid|iid|arn|slug|name|key|alias|code|address|email|value|amount|text|string|url|uri)$/;
/** Run together: "botname", "contractaddress". */
const GLUED = /^(\p{L}{3,})(?:name|id|number|address|code|key)$/u;
/** "timeout" of `timeout_secs`. */
const IN_UNITS =
  /(?: in)? (?:ms|s|secs?|seconds?|mins?|minutes?|hours?|days?|km|mi|miles?|met(?:er|re)s?|cm|kg|lbs?|pct|percent|bytes)$/;
/** What a thing is called or said to be, and not what a machine calls it by. */
export const CALLED = /(?:^| )(?:name|title|label|text|description)$/;

/** Each slot is named for every value that was said. */
const named = { forIds: new WeakMap<Slot, readonly string[]>(), forOthers: new WeakMap<Slot, readonly string[]>() };

/** What a slot may be called by, the longest first: its own name, that of the thing it is the id of, and its holder's. */
export function namesOf(slot: Slot, kind?: Value["kind"]): readonly string[] {
  const isForId = kind === "id" || kind === "number";
  const known = isForId ? named.forIds : named.forOthers;
  const names = known.get(slot) ?? readNames(slot, isForId);
  known.set(slot, names);
  return names;
}

/** `isForId` where the value may be what a machine calls a thing by. */
function readNames(slot: Slot, isForId: boolean): string[] {
  const { name, noun = slot.thing, path } = slot;
  if (isOpaque(slot))
    return [
      ...[...(noun === undefined ? holderOf(path) : [noun]), ...headOf(slot).split(" ")].filter(
        (one) => one.length > 2,
      ),
      // Who receives, and where a way ends, is said so.
      ...(spellOut(name) === "to" ? ["to"] : []),
    ];
  const word = spellOut(name)
    .replace(/^(?:q|query|filter) /, "")
    .replace(/(?<!\d)\d+$/, "")
    .trim();
  if (word === "" || /^(?:q|in|by|on|at|id)$/.test(word)) return noun === undefined ? holderOf(path) : [noun];
  if (isLatitude(word)) return [word, "latitude", "lat"];
  if (isLongitude(word)) return [word, "longitude", "lon", "lng"];
  const thing = word.replace(SUFFIX, "");
  const names = [
    word,
    thing,
    singular(word),
    singular(thing),
    noun === undefined || (word === "name" && isForId) ? "" : noun,
    ALIASES.get(word) ?? "",
    thingGluedIn(word) ?? "",
    word.replace(IN_UNITS, ""),
    // "rated g" of `rating`.
    word.replace(/^(\p{L}{3,})ing$/u, "$1ed"),
    // "in the folder fld_7" is no folder's name.
    ...(/^(?:id|email|login|phone|number|list|items|entries|values)$/.test(word) ||
    (word === "amount" && !isInRow(slot)) ||
    (word === "name" && !isForId)
      ? holderOf(path)
      : []),
  ];
  const written = [...names, ...names.map(inFull), ...names.flatMap(boundsOf)];
  return written.filter((one, at) => one.length > 1 && written.indexOf(one) === at);
}

/** "user" of "username". */
export function thingGluedIn(word: string): string | undefined {
  return GLUED.exec(word)?.[1];
}

/** What programmers call otherwise than people. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["ref", "branch"],
  ["ref name", "branch"],
  ["pull number", "pull request"],
  ["ts", "timestamp"],
  ["gid", "id"],
  ["uri", "address"],
  ["bathrooms", "baths"],
  ["bedrooms", "beds"],
]);

/** "branch" of `ref`: what has a branch in its own name is called so rather. */
export function aliasOf(slot: Pick<Slot, "name">): string | undefined {
  return ALIASES.get(spellOut(slot.name));
}

/** Whether somebody speaks of a thing, in any of the languages or in short: "repo", "Karte". */
export function isNounSaid(noun: string, text: string): boolean {
  const last = noun.split(" ").at(-1) ?? "";
  return wordsOf(text)
    .flatMap(withMeanings)
    .some((word) => singular(word) === last || inFull(word) === last);
}

/** "public address" of `public_addr`. */
export function inFull(name: string): string {
  return name
    .split(" ")
    .map((word) => ABBREVIATED.get(word) ?? word)
    .join(" ");
}

/** "maximum length" of `max_length`, and the other way round. */
function boundsOf(name: string): string[] {
  const other = /^(?:min|max) /.test(name)
    ? name.replace(/^(min|max) /, "$1imum ")
    : name.replace(/^(min|max)imum /, "$1 ");
  return other === name ? [] : [other];
}

/** What names of fields are short for. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map(
  (
    "repo repository|org organization|app application|doc document|env environment|db database|img image|qty quantity|" +
    "desc description|pwd password|dest destination|src source|addr address|msg message|js javascript|dept department|acct account|cat category"
  )
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** What only wraps a thing. */
export const WRAPPER = /^(?:data|attributes)$/i;

export function holderOf(path: readonly string[]): string[] {
  const holders = path.slice(0, -1).filter((one) => one !== "0");
  // "group.data.id" is a group's.
  const holder = holders.findLast((one) => !WRAPPER.test(one)) ?? holders.at(-1);
  return holder === undefined ? [] : [singular(spellOut(holder))];
}
