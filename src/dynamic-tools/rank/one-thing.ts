/** "delete the contact 501": what kind of thing is changed or deleted, where the wish begins with one and its id. */
import { wordsOf } from "../../catalog/words.ts";
import { singular } from "../slots/slots.ts";
import { isNumber } from "../words/value.ts";
import { isVerb } from "../words/verbs.ts";
import type { Wish } from "../words/wish.ts";

/** What follows is where it is, and not the thing itself. */
const ELSEWHERE = /\b(?:in|on|at|of|from|for|with|by|to|into|as|and|or|where|that|which|whose|like|than)\b/;
/** "the contact with id 501", "ticket no. 8". */
const CALLED = /(?:\b(?:with|by|of)\s+)?(?:the\s+)?\b(?:id|ids|number|no|nr|num|called|named|titled|key)\b\W*$/;

/** Its noun, in lower case. */
export function oneThingOf({ text, values }: Pick<Wish, "text" | "values">): string | undefined {
  const value = values.find((one) => one.kind !== "name" && one.kind !== "code" && one.isOptional !== true);
  if (value === undefined || (value.kind !== "id" && !isNumber(value))) return undefined;
  const before = text.slice(0, value.start).toLowerCase().replace(CALLED, "").trimEnd();
  const [first = "", ...others] = wordsOf(before);
  const noun = others.at(-1);
  if (noun === undefined || !isVerb(first) || isVerb(noun) || ELSEWHERE.test(before)) return undefined;
  return singular(noun) === noun && /[\p{L}]$/u.test(before) ? noun : undefined;
}
