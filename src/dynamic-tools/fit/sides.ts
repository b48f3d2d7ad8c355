/** Of two ends of a span or a way, and of a least and a most, which one a value is. */
import { endTaken } from "./kinds/dates.ts";
import { lastClause } from "../words/clauses/clause.ts";
import type { Wish } from "../words/wish/wish.ts";
import { isNumber, type Value } from "../words/value.ts";

/** "between 30 and 45": the first is no upper bound, and the last no lower one. */
export function isOfOtherSide(word: string, value: Value, said: Wish): boolean {
  if (value.kind === "date" && value.role !== undefined) {
    const taken = endTaken(word);
    return taken !== undefined && taken !== value.role;
  }
  if (value.kind === "code" || value.kind === "name") return isOfOtherEnd(word, said.text.slice(0, value.start));
  const own = START.test(word) ? "start" : END.test(word) ? "end" : undefined;
  const side = own === undefined ? undefined : (boundOf(value, said) ?? sideOf(value, said));
  return side !== undefined && side !== own;
}

/** "minimum distance 5" is no upper bound. */
function boundOf(value: Value, { text }: Wish): "start" | "end" | undefined {
  const { kind, start } = value;
  if (!isNumber(value) && kind !== "amount" && kind !== "percent") return undefined;
  const before = lastClause(text.slice(0, start));
  const [, least, most] =
    /\b(?:(min(?:imum)?|at least|more than|above|over)|(max(?:imum)?|at most|up to|less than|below|under|no more than))\s+(?:\p{L}+\s+){0,3}$/iu.exec(
      before,
    ) ?? [];
  return least !== undefined ? "start" : most !== undefined ? "end" : undefined;
}

/** "from airport LHR": it is where a way begins, and not where it ends. */
function isOfOtherEnd(word: string, before: string): boolean {
  if (ORIGIN.test(word)) return /\b(?:to|into|nach|à|para)\s+(?:\p{Ll}{3,15}\s+)?$/iu.test(before);
  return GOAL.test(word) && /\b(?:from|von|ab|desde|depuis)\s+(?:\p{Ll}{3,15}\s+)?$/iu.test(before);
}

const ORIGIN = /\b(?:origin|departure)\b/;
const GOAL = /\b(?:destination|arrival)\b/;

/** Of "between 30 and 45" and "from level 3 to level 4": the first, or the last. */
function sideOf(value: Value, { text, values }: Wish): "start" | "end" | undefined {
  const { kind, start } = value;
  if (!isNumber(value) && kind !== "amount" && kind !== "percent") return undefined;
  // "between 800 and 1200 pounds".
  const isLike = (one: Value) => one.kind === kind || (isCounted(one) && isCounted(value));
  const isFirst = /\b(?:between|from|zwischen|von|entre|de)\s+(?:\p{L}+\s+)?[$€£]?$/iu;
  if (isFirst.test(text.slice(0, start))) {
    return values.some((one) => isLike(one) && one.start > start && isNext(text.slice(start, one.start)))
      ? "start"
      : undefined;
  }
  const before = values.findLast((one) => isLike(one) && one.end <= start);
  if (before === undefined || !isFirst.test(text.slice(0, before.start))) return undefined;
  return isNext(text.slice(before.start, start)) ? "end" : undefined;
}

const isCounted = (value: Value) => isNumber(value) || value.kind === "amount";
const isNext = (between: string) =>
  between.length < 30 && /\s(?:and|to|until|till|und|bis|y|a|et|à|e)\s+(?:\p{L}+\s+)?[$€£]?$/iu.test(between);
const START = /\b(?:lower(?! than)|min|minimum|start|from|gte?|after|(?:greater|more|larger|higher) than)\b/;
const END = /\b(?:upper|max|maximum|end|stop|to|until|lte?|before|(?:less|lower|smaller) than)\b/;
