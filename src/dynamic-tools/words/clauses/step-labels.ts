/** What an agent writes before a step of its plan: "Step 3: now fetch the issues", "Next tool call: delete the branch". */
import { effectOfVerb } from "../verbs/verb-effects.ts";

const STEP =
  /^\s*(?:(?:(?:my|the|your) )?(?:next |current |final |last |first )?(?:sub-?)?(?:step|task|action|to-?do|tool call|call|goal|instruction|request|query|plan)(?: ?#?\d{1,3}(?: (?:of|\/) \d{1,3})?)?\s?[:.–-]|(?:\(\d{1,2}\)|\d{1,2}[.)]|[-*•])(?=\s))\s+/iu;
/** "Goal: inbox zero", "Subject: refund": no service is called so. */
export function isOfPlan(label: string): boolean {
  return OF_PLAN.test(label);
}

const OF_PLAN =
  /^(?:plan|goal|task|step|action|objective|context|background|note|reminder|question|problem|request|instructions?|user|from|to|cc|re|subject|date|fyi|update|summary)$/i;

/** In capitals: a "todo list" is a thing. */
const NOTED = /^\s*(?:TODO|FIXME):?\s+/u;
/** "ok so", "now", "then": they only lead over to what is asked. */
const LEADS_OVER = /^(?:ok(?:ay)?|so|now|then|next|and|alright|right|great|good|perfect),?\s+/iu;
/** Nobody says more of them. */
const MOST = 4;

/** The text without it, where a verb follows; as it was where none does. */
export function withoutStepLabel(text: string): string {
  let left = text.replace(STEP, "").replace(NOTED, "");
  for (let times = 0; times < MOST && LEADS_OVER.test(left); times++) left = left.replace(LEADS_OVER, "");
  const first = /^(?:please )?(\p{L}+)/iu.exec(left)?.[1] ?? "";
  return left !== text && effectOfVerb(first.toLowerCase()) !== undefined ? left : text;
}
