/** "delete the contact 501": what kind of thing is changed or deleted, where the wish begins with one and its id. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import { singular } from "../slots/spelled-names.ts";
import { isNumber } from "../words/value.ts";
import { type Effect, effectOfVerb } from "../words/verbs/verb-effects.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { isIntroducing } from "../words/introductions.ts";
import { behindLabel } from "../words/service-label.ts";
import { namesThing } from "../words/wish/taken-out.ts";
import type { Wish } from "../words/wish/wish.ts";

/** What follows is where it is, and not the thing itself. */
const ELSEWHERE =
  /\b(?:in|on|at|of|off|from|for|with|by|to|into|under|below|beneath|inside|within|unter|auf|bei|für|mit|nach|sous|dans|sur|pour|avec|bajo|sobre|para|con|sob|as|and|or|where|that|which|whose|like|than)\b/;
/** "the contact with id 501", "ticket no. 8". */
const CALLED = /(?:\b(?:with|by|of)\s+)?(?:the\s+)?\b(?:id|ids|number|no|nr|num|called|named|titled|key)\b\W*$/;

/** "power off the server 7": what belongs to the verb says not where. */
const PARTICLE = /^(\W{0,3}\p{L}{2,20})\s(?:on|off|down|up|out|back)\s/u;
const DOES: ReadonlySet<Effect | undefined> = new Set(["change", "delete"]);
/** "la tarjeta de Trello 5". */
const OF = /^(?:de|del|du|di|da|do|von|bei|vom|of)$/;

/** "list" is a verb as well, and "the list" is none. */
const ARTICLE = /\s(?:an?|the|my|our|this|that|die|das|den|el|la|los|las|le|les|un[ae]?)\s/;

/** "the branch old-stuff": a name that no sentence has. */
const WRITTEN =
  /^\W{0,3}\p{L}{2,20}\s(?:(?:the|my|our|this)\s)?\p{Ll}{2,30}\s(?=\p{Ll}[\p{Ll}\d]{0,30}[-_][\p{Ll}\d_-]{1,60}(?:\s|$))/u;

/** Its noun, in lower case; `services` are the names of those that were said: "la réunion Zoom 5" is a meeting. */
export function oneThingOf(
  { text, values }: Pick<Wish, "text" | "values">,
  services: readonly string[] = [],
): string | undefined {
  const value = values.find((one) => one.kind !== "name" && one.kind !== "code" && one.isOptional !== true);
  const request = behindLabel(text);
  const written = WRITTEN.exec(request);
  const start = written === null ? value?.start : text.length - request.length + written[0].length;
  if (start === undefined || (written === null && value?.kind !== "id" && !(value && isNumber(value))))
    return undefined;
  const before = behindLabel(text.slice(0, start)).toLowerCase().replace(CALLED, "").replace(PARTICLE, "$1 ").trimEnd();
  const [first = "", ...others] = wordsOf(before);
  if (others.length > 1 && services.includes(others.at(-1) ?? "")) {
    others.pop();
    if (others.length > 1 && OF.test(others.at(-1) ?? "")) others.pop();
  }
  const noun = others.at(-1);
  if (noun === undefined || !(isVerb(first) || first === "power") || ELSEWHERE.test(before)) return undefined;
  // "cancel order 7" has one: who does something to it does not list or order it.
  if (isVerb(noun) && !ARTICLE.test(before) && !DOES.has(effectOfVerb(first))) return undefined;
  return singular(noun) === noun && /[\p{L}]$/u.test(before) ? noun : undefined;
}

/** "delete the branch x from acme/site": the thing stands before a name of which the operation knows nothing. */
const NAMED_THING =
  /^\W{0,3}(?:please\s|bitte\s)?\p{L}{2,20}\s(?:(?:the|my|our|this|die|das|den|el|la|le|il|lo|o|a|os|as)\s|l['’])(\p{L}{3,30})\s([\p{L}\d_-]{1,40})(?=\s|$)/u;

/** Its noun; `isUnspoken` tells of a word whether the operation is silent on it. */
export function namedThingOf({ text }: Pick<Wish, "text">, isUnspoken: (word: string) => boolean): string | undefined {
  const [, written = "", name = ""] = NAMED_THING.exec(behindLabel(text)) ?? [];
  const noun = written.toLowerCase();
  // "la cocina antes del lunes", "append a paragraph saying …": no name.
  const isName = !isIntroducing(name) && !LOAN_WORDS.functionWords.some((words) => words.has(foldLetters(name)));
  return noun !== "" && singular(noun) === noun && isName && isUnspoken(name) ? noun : undefined;
}

/** "remove the file from the card": what is taken out of another thing, whose article may be part of the word before it. */
const TAKEN_OUT =
  /^\W{0,3}(?:please\s|bitte\s)?\p{L}{2,20}\s(?:(?:an?|the|my|our|this|that|all|[\p{L}\d._@-]{1,40}['’]s|die|das|den|el|la|los|las|le|les|il|lo|gli|os?|as?|un[aeo]?)\s|l['’])((?:\p{Ll}{2,30}\s){1,3})(?:(?:from|off|out of|to)\s|(?:of|von|aus|de|da)\s(?:an?|the|my|our|this|that|dem|der|den|einem|einer|meine[mnr]|el|la|los|las|una?|mi|le|les|une?|mon|ma)\s|(?:vom|del|du|d[ao]s?|dal|dall[ao]|della?)\s|(?:de l|dall|dell)['’])/iu;

/** The words for a part that is deleted, where the wish says of what it is one. */
export function partDeletedIn({ text, effect }: Pick<Wish, "text" | "effect">): readonly string[] {
  return effect === "delete" ? wordsOf(TAKEN_OUT.exec(behindLabel(text))?.[1] ?? "").filter(namesThing) : [];
}
