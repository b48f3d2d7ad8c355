/**
 * English verbs of two words, whose first is another verb by itself: "kick off a build" kicks nothing, and who calls a
 * meeting off makes no call. A request that begins with one is read with the verb that operations are called by.
 */

import { LEAD } from "../introductions.ts";
import { byFirstRule, type Rule } from "../rules.ts";

/** What may stand between the two, and stays behind the one. */
const OBJECT = "((?:(?:the|my|our|this|that|a|an) )?(?:[\\p{L}\\d_./#:-]{1,60} ){0,4}?)";

/** With its second word, the verb that is meant. */
const TWO_WORDS: ReadonlyMap<string, string> = new Map([
  ["kick off", "start"],
  ["fire off", "start"],
  ["set off", "start"],
  ["spin up", "create"],
  ["stand up", "create"],
  ["tick off", "complete"],
  ["check off", "complete"],
  ["cross off", "complete"],
  ["call off", "cancel"],
  ["put off", "postpone"],
  ["push off", "postpone"],
  ["bring back", "restore"],
  ["throw away", "delete"],
  ["throw out", "delete"],
  ["hand over", "transfer"],
  ["sign up", "register"],
  ["take back", "remove"],
  ["take down", "remove"],
  ["hang up", "end"],
]);

const APART = new RegExp(
  `${LEAD}(kick|fire|set|spin|stand|tick|check|cross|call|put|push|bring|throw|hand|take|sign|hang) ${OBJECT}(off|up|back|away|out|over|down)(?= |[,;.!?]|$)`,
  "iu",
);

/** Verbs that mean another thing with what stands behind them. */
const RULES: readonly Rule[] = [
  [
    new RegExp(
      `${LEAD}(?:take|make) (an? (?:\\p{L}{2,20} )?(?:screenshot|snapshot|backup|photo|picture|dump)) of `,
      "iu",
    ),
    "$1create $2 of ",
  ],
  [
    new RegExp(
      `${LEAD}(?:(?:kick|fire|set) off|start|trigger|initiate|perform|do|execute|run) an? (reboot|restart|shutdown|resize|rebuild|refund|retry|reset|rollback|upgrade|merge|transfer) (?:of|for) `,
      "iu",
    ),
    "$1$2 ",
  ],
  [
    new RegExp(
      `${LEAD}(?:put|move|drop|throw|send) ([^,;.!?"]{1,80}?) (?:in|into|to) (?:the )?(?:trash(?: ?can| bin)?|bin|rubbish)(?= |[,;.!?]|$)`,
      "iu",
    ),
    "$1trash $2",
  ],
  [new RegExp(`${LEAD}drop (an? [^,;.!?"]{1,80}? )(in|into|onto|on|to) `, "iu"), "$1add $2$3 "],
  [new RegExp(`${LEAD}drop ([^,;.!?"]{1,80}? )(into|onto|to) `, "iu"), "$1move $2$3 "],
  [
    new RegExp(`${LEAD}(?:remove|delete|undo|take back) my (like|star|follow|retweet) (?:from|of|on|for|off) `, "iu"),
    "$1un$2 ",
  ],
  [
    new RegExp(`${LEAD}(?:undo|revert|reverse|roll back|take back) the (?:deletion|removal|deleting) of `, "iu"),
    "$1restore ",
  ],
  [
    new RegExp(
      `${LEAD}(?:send|give|pay|transfer) ((?:[$€£]\\d[\\d.,]{0,10}|\\d[\\d.,]{0,10} \\p{L}{2,12}|(?:all )?(?:the |his |her |their )?money|the (?:full |whole )?amount)) back(?: (?:to|for|of|on))? `,
      "iu",
    ),
    "$1refund $2 of ",
  ],
  [new RegExp(`${LEAD}(?:partially|partly) (\\p{L}{3,20}) `, "iu"), "$1$2 part of "],
  [new RegExp(`${LEAD}stop following `, "iu"), "$1unfollow "],
  [
    new RegExp(`${LEAD}stop watching (?=(?:the )?(?:repo(?:sitory)?|thread|issue)(?!\\p{L})|[\\w.-]+/[\\w.-])`, "iu"),
    "$1unwatch ",
  ],
  [new RegExp(`${LEAD}set up (?=(?:an?|the|my|our|new) )`, "iu"), "$1create "],
  // "give me the list" asks to see it.
  [
    new RegExp(
      `${LEAD}give (?!(?:me|us|an?|all|some) )((?:(?!(?:of|for|in|on|about|from|with|by|to) )[^\\s,;:.!?]{1,60} ){1,5})(?=(?:an?|the|no|access|permissions?|admin|write) )`,
      "iu",
    ),
    "$1set $2",
  ],
  [
    new RegExp(
      `${LEAD}leave (?=(?:an?|the|my|this|our) (?:\\p{L}{2,20} )?(?:comment|note|reply|review|message|feedback|rating|reaction)(?!\\p{L}))`,
      "iu",
    ),
    "$1add ",
  ],
  [
    new RegExp(
      `${LEAD}(?:see to it|make sure|ensure) (?:that )?(?=(?:the|my|our|all|every|no|\\p{L}{3,20} \\S{0,40}\\d)(?: |$))`,
      "iu",
    ),
    "$1set ",
  ],
  [
    new RegExp(
      `${LEAD}let (?!(?:me|us) )((?:(?!(?:see|view|edit|access|join|use|read|write|comment|manage) )[^\\s,;:.!?]{1,60} ){1,5})(?=(?:see|view|edit|access|join|use|read|write|comment|manage) )`,
      "iu",
    ),
    "$1allow $2",
  ],
  [new RegExp(`${LEAD}get rid of `, "iu"), "$1delete "],
  [new RegExp(`${LEAD}take ([^,;.!?"]{1,80}? )out of `, "iu"), "$1remove $2from "],
  // "tell me that" asks, "tell them that" says.
  [new RegExp(`${LEAD}tell (?!(?:me|us) )([^,;.!?]{2,40}? )(?=that )`, "iu"), "$1notify $2"],
  [new RegExp(`${LEAD}let (?!(?:me|us) )([^,;.!?]{2,40}?) know (?=that |about |of )`, "iu"), "$1notify $2 "],
  [new RegExp(`${LEAD}un-?delete `, "iu"), "$1restore "],
  [new RegExp(`${LEAD}pay out (?=[\\d€$£]|[A-Z]{3} ?\\d)`, "iu"), "$1create a payout of "],
];

export function withPlainVerb(text: string): string {
  const ruled = byFirstRule(text, RULES);
  if (ruled !== undefined) return ruled;
  return text.replace(APART, (whole, label: string, first: string, object: string, second: string) => {
    const verb = TWO_WORDS.get(`${first} ${second}`.toLowerCase());
    return verb === undefined ? whole : `${label}${verb} ${object}`.trimEnd();
  });
}
