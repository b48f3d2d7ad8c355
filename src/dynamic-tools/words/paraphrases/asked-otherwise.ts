/** Questions for what operations are called by a name of its own: who is in a channel are its members. English alone. */

import { byFirstRule, type Rule } from "../rules.ts";

const ASKED: readonly Rule[] = [
  [
    /^who(?:['’]s| is| are) (?:all )?(?:in|on|part of) (?=(?:[\p{L}\d_-]{1,30} ){0,3}(?:channel|group|team|chat|room|workspace|organi[sz]ation|org|conversation|list)(?![\p{L}-]))/iu,
    "list the members of ",
  ],
  [
    /^how much (?:money|credits?|funds) (?:is|are|do (?:i|we) have|have (?:i|we) got) (?:still )?(?:left )?(?:on|in|at|with) /iu,
    "show the balance of ",
  ],
];

export function withNameOfAnswer(text: string): string {
  return byFirstRule(text, ASKED) ?? text;
}
