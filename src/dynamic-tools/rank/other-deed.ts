/**
 * Operations that do something else to the right thing: whoever holds money on a card has no card verified, and whoever
 * attaches a volume creates no server.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Constants } from "../slots/constants.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Coverage } from "./coverage.ts";

/** What operations are called by that do it, unlike "set" or "mark"; none of them is said of a thing that is only changed. */
const DEEDS = new Set(
  (
    "accept approve attach block capture clone confirm detach follow fork hold import install lock merge mute pin " +
    "publish reboot refund reject release renew resend restart retry rotate sign star subscribe suspend transfer unlock upgrade void whitelist retweet"
  ).split(" "),
);

const ALSO = new Set("start stop run launch pause resume cancel terminate copy".split(" "));
/** Deeds to what is there, or against it: what is called after making or adding something does another. */
const NO_ADDING = new Set(
  "block detach hold lock merge mute reboot reject release renew resend restart retry rotate suspend void".split(" "),
);
const ADDS = new Set("add adds assign create creates insert".split(" "));
/** What operations that give a thing another name are called by. */
const RENAMES = new Set(
  "rename renames update updates edit modify modifies change changes set put patch post name title".split(" "),
);
/** What one API calls by one of them another calls by the next: "stop" may be "cancel", and is no "retry". */
const FAMILIES: readonly (readonly string[])[] = [
  "stop pause cancel terminate suspend halt end abort shutdown power deactivate disable".split(" "),
  "start run launch resume execute trigger power boot activate enable".split(" "),
];
const ALIKE: ReadonlyMap<string, string> = new Map([
  ["reboot", "restart"],
  ["restart", "reboot"],
  ["refund", "return"],
]);

/** Deeds that may end what shall be deleted. */
const ENDS = "release reject suspend stop cancel terminate void detach block mute".split(" ");

/** What APIs call it to say what one thinks of something: who likes a video does not change it. */
const OPINIONS: ReadonlyMap<string, readonly string[]> = new Map(
  ["like", "dislike", "upvote", "downvote", "react"].map((verb) => [
    verb,
    [verb, ..."rate rating vote favorite favourite react reaction feedback".split(" ")],
  ]),
);

/** Who unlikes a video has it not deleted. */
const UNDOES = /^un(like|follow|star|watch|block|mute|pin|lock|archive|assign|link|install|publish|hide|subscribe)$/;

/** "Add member to list" subscribes who is added. */
const ADDS_SOMEBODY =
  /^(?:add|create|post|insert)\b.*\b(?:members?|subscribers?|contacts?|recipients?|subscriptions?)\b/;

/** What is moved to the trash can be brought back; a deletion that says of no trash, or that it is for good, cannot. */
function deletesForGood({ name, path, description, method }: Entry): boolean {
  if (EMPTIES.test(splitIdentifier(name))) return true;
  if (TRASH.test(splitIdentifier(`${name} ${path}`)) || (method !== "DELETE" && !/\bdelete/i.test(name))) return false;
  return !TRASH.test(description) || FOR_GOOD.test(description);
}

const EMPTIES = /\b(?:empty|empties|purge|clear)\b/i;
function speaksOfTrash({ name, path, description }: Entry, constants: Constants): boolean {
  return TRASH.test(splitIdentifier(`${name} ${path}`)) || TRASH.test(`${description} ${JSON.stringify(constants)}`);
}

const TRASH = /\b(?:trash|recycle bin|recycling bin)/i;
const FOR_GOOD = /\b(?:permanent(?:ly)?|without moving|irreversibl[ey]|cannot be (?:undone|recovered|restored))\b/i;

/** Who cancels a run sets up nothing that is told of runs; a state may be set to end something. */
const ENDING = new Set("cancel terminate end abort halt".split(" "));
const STATES = new Set("state status active enabled disabled power".split(" "));

function setsUp([first = "", ...others]: readonly string[]): boolean {
  return first === "set" && !others.some((word) => STATES.has(word) || ENDING.has(word));
}

/** What is done against something, and never meant by who adds to it: who replies hides no reply. */
const AGAINST = new Set("ban block detach disable hide lock mute reject suspend void".split(" "));

function isAgainst({ text, effect }: Wish, verb: string): boolean {
  return effect === "create" && AGAINST.has(verb) && !wordsOf(text).some((word) => stemOf(word) === stemOf(verb));
}

/** `constants` are what the request says: "lock" and "closed" may stand there as well. */
export function doesOtherDeed({
  entry,
  said,
  coverage,
  constants,
}: {
  readonly entry: Entry;
  readonly said: Wish;
  readonly coverage: Coverage;
  readonly constants: Constants;
}): boolean {
  if (said.effect === "read" || said.effect === "compute") return false;
  // "sign the lease" has none shown; "sign of taurus" may be looked for.
  const isShown = entry.method === "GET" && effectOfOperation(entry) === "read";
  if (isShown && !said.text.toLowerCase().includes(`${said.verb} the `)) return false;
  const verbs = withMeanings(said.verb);
  if (said.verb === "trash" && (deletesForGood(entry) || !speaksOfTrash(entry, constants))) return true;
  const named = wordsOf(splitIdentifier(entry.name));
  if (isAgainst(said, named[0] ?? "")) return true;
  const adds = (deeds: readonly string[]) =>
    ADDS.has(named[0] ?? "") && (deeds === FAMILIES[0] || deeds.some((one) => NO_ADDING.has(one)));
  // "StopInstance" tells that a reboot is another thing, whatever its description speaks of.
  const isCalledOtherwise = (deeds: readonly string[]) =>
    ([named[0] ?? "", named.at(-1) ?? ""].some((one) => DEEDS.has(one) || ALSO.has(one)) || adds(deeds)) &&
    !named.some((one) => deeds.includes(one));
  const family = FAMILIES.find((one) => verbs.some((verb) => one.includes(verb)));
  if (family !== undefined) return isCalledOtherwise(family) || (ENDING.has(said.verb) && setsUp(named));
  if (verbs.includes("rename"))
    return !named.some((one) => RENAMES.has(one)) && !JSON.stringify(constants).includes('"rename"');
  const undone = UNDOES.exec(said.verb)?.[1];
  const opinion = OPINIONS.get(said.verb);
  const deeds =
    opinion !== undefined
      ? opinion
      : undone === undefined
        ? verbs.filter((one) => DEEDS.has(one)).flatMap((one) => [one, ALIKE.get(one) ?? one])
        : [said.verb, undone];
  // Who deletes a thing has it neither forked nor signed.
  if (deeds.length === 0) return said.effect === "delete" && isCalledOtherwise(ENDS);
  const own = wordsOf(splitIdentifier(`${entry.name} ${entry.path}`));
  const isSpoken =
    undone === undefined && opinion === undefined
      ? !isCalledOtherwise(deeds) && deeds.some(coverage.speaks)
      : own.some((word) => deeds.some((one) => word.startsWith(stemOf(one))));
  if (deeds.includes("subscribe") && ADDS_SOMEBODY.test(named.join(" "))) return false;
  if (isSpoken || opinion !== undefined) return !isSpoken;
  const sent = JSON.stringify(constants.body ?? constants.params).toLowerCase();
  return !deeds.some((one) => sent.includes(stemOf(one)));
}
