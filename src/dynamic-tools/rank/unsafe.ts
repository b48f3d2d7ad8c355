/**
 * Operations that would do more than was asked, or sooner: none of them is offered, however well it fits otherwise. Who
 * asks to delete a contact gets no card deleted, who moves a card does not move all of them, and what shall end with the
 * month does not end now.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { inFull, isNounSaid } from "../slots/names.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import type { NamedBrands } from "../words/services/brands.ts";
import { behindLabel } from "../words/service-label.ts";
import { isForLater } from "../words/clauses/for-later.ts";
import { takenOut, takesFile } from "../words/wish/taken-out.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";
import type { Coverage } from "./coverage.ts";
import { namedThingOf, oneThingOf, partDeletedIn } from "./one-thing.ts";
import { isNamedOfPart, isOfPart } from "./parts.ts";
import { isOfProperty, propertyRemoved } from "./property-removed.ts";

/** An entry, and the wish that it was found for. */
interface Found {
  readonly entry: Entry;
  readonly said: Wish;
}

/** What the entry alone tells. */
export function isOfOtherThings({
  entry,
  said,
  coverage,
  brands,
}: Found & { readonly coverage: Coverage; readonly brands?: Pick<NamedBrands, "known"> }): boolean {
  const property = propertyRemoved(said);
  if (property !== undefined && effectOfOperation(entry) === "destroy" && !isOfProperty(entry, property)) return true;
  const part = partDeletedIn(said);
  // Who removes a file from a card keeps the card.
  if (part.length > 0 && effectOfOperation(entry) === "destroy" && part.every(coverage.isUnspoken)) return true;
  if (said.effect === "delete" && effectOfOperation(entry) === "destroy" && isOfWhatIsUnspoken(said.text, coverage))
    return true;
  // What goes to the trash may be taken out of it again, and what is deleted there may not.
  if (entry.method === "DELETE" && /\btrash\b/i.test(entry.path) && TO_TRASH.test(behindLabel(said.text))) return true;
  const noun = oneThingOf(said, brands?.known) ?? namedThingOf(said, coverage.isUnspoken);
  if (noun === undefined || said.effect === "read") return false;
  // "addListsMoveAllCards" looks as if it only listed them.
  if (entry.method !== "GET" && isOfAll(entry.name, said.text) && !isDeedOn(noun, entry, said)) return true;
  if (isOfPart(entry, noun, said)) return true;
  if ((said.effect === "delete" || said.effect === "run") && isNamedOfPart(entry, noun, said)) return true;
  return effectOfOperation(entry) === "destroy" && coverage.isUnspoken(noun);
}

function isOfAll(name: string, text: string): boolean {
  return wordsOf(splitIdentifier(name)).includes("all") && !ALL.test(text);
}

/** "/pipelines/{id}/cancel" cancels the pipeline, though its name says that all of its builds are. */
function isDeedOn(noun: string, { path }: Entry, { verb }: Wish): boolean {
  const [things = "", id = "", deed = ""] = path.split("/").slice(-3);
  return id.startsWith("{") && withMeanings(verb).includes(deed) && withMeanings(noun).includes(singular(things));
}

const TO_TRASH = /^\W{0,3}(?:please )?trash (?!can\b|bin\b)|\b(?:to|in|into) (?:the |my )?(?:trash|bin|recycle bin)\b/i;

const ALL =
  /\b(?:all|every|everything|each|entire|whole|both|alles?n?|jede[nrs]?|tod[oa]s?|tous|toutes?|tudo|cada|chaque)\b/i;

/** What takes a moment, or says that a thing goes on until then. */
const TAKES_LATER = /\b(?:end|ends|at|date|time|when|delay|after|schedule|scheduled|effective|expir\p{L}*|until)\b/u;

/** "cancel the weather" cancels no task. */
const THE_THING =
  /^\W{0,3}(?:please )?\p{L}{3,20} (?:the|my|our|this|these|those) (\p{Ll}{3,20}(?: \p{Ll}{3,20}){0,2})[.!]{0,2}$/u;

function isOfWhatIsUnspoken(text: string, { isUnspoken }: Coverage): boolean {
  const words = wordsOf(THE_THING.exec(behindLabel(text))?.[1] ?? "").filter((word) => !STOP_WORDS.has(word));
  return words.length > 0 && words.every(isUnspoken);
}

/** "schedule a tweet for tomorrow": what takes no moment would send it now. `slots` are all that the operation has. */
export function isSentNow({ entry, said }: Found, slots: readonly Slot[]): boolean {
  const asks = withMeanings(said.verb).some((one) => SCHEDULES.test(one));
  if (
    !asks ||
    effectOfOperation(entry) === "read" ||
    !said.values.some(({ kind }) => kind === "date" || kind === "time")
  )
    return false;
  return !LATER_ITSELF.test(`${entry.name} ${entry.path}`) && !takesMoment(slots);
}

const SCHEDULES = /^(?:schedule|plan|postpone|reschedule|delay)$/;
const LATER_ITSELF = /schedul|plan|postpone|delay|calendar|remind/i;

function takesMoment(slots: Iterable<Slot>): boolean {
  return [...slots].some(({ name, inPath }) => !inPath && TAKES_LATER.test(spellOut(name)));
}

/** "disable the user bob": what takes no bob disables something of the caller's own. */
const SOMEBODY =
  /^\W{0,3}(?:please\s)?\p{L}{2,20}\s(?:(?:the|my|our)\s)?(?:[\p{L}\d.]{2,30}\s)?(?:user|member|customer|admin|employee|collaborator)\s([\p{L}\d_.-]{2,40})$/iu;

/** Whether something is done against somebody who was named, and the operation takes nobody; `taken` as below. */
export function isOfOneself({ entry, said }: Found, taken: () => readonly string[], asks: boolean): boolean {
  const name = SOMEBODY.exec(behindLabel(said.text))?.[1];
  if (asks || name === undefined || said.effect === "read" || effectOfOperation(entry) !== "destroy") return false;
  return !isAmong(wordsOf(name), taken());
}

/**
 * "remove bob from the channel": what takes nobody by a name removes something else, and so does what removes reactions or
 * pins. `taken` tells what found a place, and `asks` whether something must be said still.
 */
export function isOfNobody(
  { entry, said, coverage }: Found & { readonly coverage: Coverage },
  taken: () => readonly string[],
  asks: boolean,
): boolean {
  if (takesFile(said)) return effectOfOperation(entry) === "destroy" && !isCalledAfter(entry, said, OF_FILES);
  const whom = takenOut(said);
  const effect = effectOfOperation(entry);
  const isShown = effect === "read" && entry.method === "GET";
  if (whom.length === 0 || isShown || !whom.every(coverage.isUnspoken)) return false;
  // What changes a thing may take somebody out of it, if it is told whom.
  if (effect !== "destroy") return !isAmong(whom, taken());
  if (!isCalledAfter(entry, said, OF_PEOPLE)) return true;
  if (asks) return false;
  return !isAmong(whom, taken());
}

/** Its name has no word that was not said, but for those of `sort`. */
function isCalledAfter({ name }: Entry, { text }: Wish, sort: RegExp): boolean {
  const named = wordsOf(splitIdentifier(name)).filter((word) => word.length > 2 && !isVerb(word));
  // "org" is said of an organization.
  const words = new Set(wordsOf(text).flatMap((word) => [singular(word), inFull(word)]));
  return named.every((word) => words.has(singular(word)) || sort.test(word));
}

const OF_FILES = /^(?:files?|objects?|documents?|contents?|blobs?|items?|assets?|from|for|the|and|with|repository)$/;

function isAmong(words: readonly string[], taken: readonly string[]): boolean {
  const placed = new Set(taken.flatMap(wordsOf));
  return words.some((word) => placed.has(word));
}

/** Who may be removed from something, and what stands between the words of a name. */
const OF_PEOPLE =
  /^(?:members?|memberships?|users?|collaborators?|participants?|contributors?|subscribers?|guests?|contacts?|person|people|assignees?|reviewers?|followers?|players?|attendees?|accounts?|from|for|the|and|with)$/;

/** "rename the repo acme/web" renames no branch of it: what is changed would be a part that nobody spoke of or told. */
export function isOfUnsaidPart({ entry, said }: Found, missing: readonly Slot[], given: ReadonlySet<Slot>): boolean {
  if (said.effect !== "change" || effectOfOperation(entry) === "read") return false;
  const last = /\{([^{}]+)\}[^{}]*$/.exec(entry.path)?.[1];
  const noun = missing.find(({ inPath, name }) => inPath && name === last)?.noun;
  if (noun === undefined || ![...given].some(({ inPath }) => inPath)) return false;
  return !isNounSaid(noun, said.text);
}

/** What shall be deleted later is deleted by nothing that takes no later moment. `given` are the slots that are filled. */
export function isTooEarly({ entry, said }: Found, given: Iterable<Slot>): boolean {
  if (said.effect !== "delete" || effectOfOperation(entry) === "read" || !isForLater(wordsOf(withoutQuotes(said))))
    return false;
  return !takesMoment(given);
}

interface Filled {
  readonly slot: Slot;
  readonly sent: unknown;
}

/**
 * "remove jane@example.com from the meeting 5": what changes a meeting and is told her address makes her something there,
 * and what deletes one knows nothing of her. `missing` must be said still.
 */
export function takesOtherwise({ entry, said }: Found, filled: readonly Filled[], missing: readonly Slot[]): boolean {
  const from = TAKES_FROM.exec(said.text)?.index;
  const effect = effectOfOperation(entry);
  if (said.effect !== "delete" || effect === "read" || from === undefined) return false;
  const taken = said.values.filter(({ end }) => end <= from);
  const holds = (one: Filled) =>
    [one.sent].flat().some((sent) => taken.some(({ text }) => String(sent).includes(text)));
  if (effect === "write" && TAKES.test(splitIdentifier(entry.name))) return false;
  if (effect === "write")
    return filled.some((one) => one.slot.place === "body" && holds(one)) && !filled.some(isOfTaking);
  const isSomebody = taken.some(({ kind }) => kind === "email" || kind === "handle");
  return isSomebody && !filled.some(holds) && !missing.some(({ name }) => OF_SOMEBODY.test(spellOut(name)));
}

/** A field that takes what is removed says so, or another does: "status: unsubscribed". */
function isOfTaking({ slot, sent }: Filled): boolean {
  return TAKES.test(`${slot.path.map(spellOut).join(" ")} ${String(sent)}`);
}

const TAKES_FROM = /\s(?:from|off|out of|aus|von|vom|del?|du|dal?|d[ao]s?)\s/iu;
const TAKES =
  /\b(?:remov|delet|detach|unassign|unsubscrib|unlink|exclud|revok|leav|kick|uninvit|cancel|inactiv|archiv|declin)/i;
const OF_SOMEBODY =
  /\b(?:users?|members?|contacts?|registrants?|participants?|recipients?|subscribers?|attendees?|collaborat\p{L}+|guests?|invitees?|e ?mails?|hash|permission)\b/u;
