/** Questions for what operations are called by a name of its own: who is in a channel are its members. English alone. */

import { byFirstRuleBehindService, type Rule } from "../rules.ts";

const ASKED: readonly Rule[] = [
  [
    /^who(?:['’]s| is| are) (?:all )?(?:in|on|part of) (?=(?:[\p{L}\d_-]{1,30} ){0,3}(?:channel|group|team|chat|room|workspace|organi[sz]ation|org|conversation|list)(?![\p{L}-]))/iu,
    "list the members of ",
  ],
  // "which gists does octocat have".
  [
    /^which (\p{L}{3,20}s) (?:does|do) (?:the )?((?!i |we |you |they )[\p{L}\d._-]{2,40}(?: [\p{L}\d._-]{2,40})?) (?:have|own|hold)(?= |[?.!]{0,2}$)/iu,
    "list the $1 of $2",
  ],
  [/^which (\p{L}{3,20}s) (?:do (?:i|we) (?:have|own)|have (?:i|we)(?: got)?)(?= |[?.!]{0,2}$)/iu, "list my $1"],
  [
    /^how much (?:money|credits?|funds) (?:is|are|do (?:i|we) have|have (?:i|we) got) (?:still )?(?:left )?(?:on|in|at|with) /iu,
    "show the balance of ",
  ],
];

export function withNameOfAnswer(text: string): string {
  return byFirstRuleBehindService(text, ASKED) ?? text;
}
