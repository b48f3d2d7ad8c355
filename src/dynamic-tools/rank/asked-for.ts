/**
 * What is asked for: "how many tasks" wants them counted, where one operation of the service does that, "what's on my
 * calendar" what is on it, and not the calendar, and "the latest 5 commits" several of a list.
 */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { isHowMany } from "../fit/kinds/counts.ts";
import { singular } from "../slots/spelled-names.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { isNumber } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { CandidateMatch } from "./candidate-match.ts";
import type { WeighedMatch } from "./likelihood-signals.ts";
import { withMeantFirst } from "./meant-first.ts";

/** So much less may speak for the one that answers. */
const CLOSE = 3.5;

const HOW_MANY = /^(?:how many|count|(?:(?:show|get|tell me) )?(?:the )?(?:number|count) of)(?!\p{L})/iu;
const WHAT_IS_ON = /^what(?:['’]s| is| are) (?:on|in|inside) (?:the|my|our) /iu;

/** "tasks of the list 5". */
const OF_ONE = /(?:^|\s)(\p{Ll}{3,20}s) (?:of|in|on|from|for) (?:the |my |our )?(?:\p{Ll}{2,20} ){1,4}\S{0,40}\d/u;

/** `ranked` with what answers before what only comes near. */
export function withAnswerFirst(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best === undefined) return ranked;
  const answers = answerOf(best.match);
  const { provider } = best.match.entry;
  return withMeantFirst(ranked, CLOSE, (match) => match.entry.provider === provider && answers(match));
}

function answerOf({ said, entry: best, missing, coverage }: CandidateMatch): (match: CandidateMatch) => boolean {
  if (HOW_MANY.test(said.text) && !counts(best.name))
    return (one) => counts(one.entry.name) && one.missing.length <= missing.length && saysNoMore(one.entry.name, said);
  if (WHAT_IS_ON.test(said.text) && best.method === "GET" && best.path.endsWith("}"))
    return ({ entry }) =>
      entry.method === "GET" &&
      entry.path.startsWith(`${best.path}/`) &&
      !entry.path.slice(best.path.length).includes("{");
  const parts = OF_ONE.exec(said.text)?.[1];
  if (parts !== undefined && best.method === "GET" && /\}(?:\.\w+)?$/.test(best.path))
    return ({ entry, placedShare }) =>
      entry.method === "GET" && placedShare === 1 && nameOfPath(entry.path) === singular(parts);
  // "the latest 5 commits" are those of the list, and not parts of one.
  if (best.method === "GET" && best.path.endsWith("}") && wantsSeveral(said))
    return ({ entry }) => entry.method === "GET" && entry.path === best.path.slice(0, best.path.lastIndexOf("/{"));
  // "list my videos" says nothing that is to be searched for.
  if (isSearch(best.name) && missing.length > 0 && !isSearch(said.verb))
    return ({ entry, missing: lacking, coverage: other }) =>
      lacking.length === 0 && !isSearch(entry.name) && entry.method === "GET" && other.spoken >= coverage.spoken;
  return () => false;
}

/** "task" of "/lists/{id}/tasks", "/tasks.json" and "/tasks/{list}". */
function nameOfPath(path: string): string {
  const last = path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
  return singular(last.replace(/\.\w+$/, "").toLowerCase());
}

function isSearch(name: string): boolean {
  return /^(?:search|find|query|look)$/.test(wordsOf(splitIdentifier(name))[0] ?? "");
}

function wantsSeveral(said: Wish): boolean {
  return said.values.some((value) => isNumber(value) && Number(value.text) > 1 && isHowMany(value, said));
}

function counts(name: string): boolean {
  return wordsOf(splitIdentifier(name)).some((word) => COUNTED.has(word));
}

const COUNTED = new Set("count counts".split(" "));
const JOINTS = new Set("a an the of for in to from by all and id per".split(" "));

/** "count the recent tweets" may be more than was asked. */
function saysNoMore(name: string, { text }: Wish): boolean {
  const words = new Set(wordsOf(text).map(singular));
  return wordsOf(splitIdentifier(name)).every(
    (word) => COUNTED.has(word) || JOINTS.has(word) || isVerb(word) || words.has(singular(word)),
  );
}
