/** The table of verbs: what each of them does to things. */

/** `run` is what neither only shows nor plainly makes: "start", "convert". */
export type Effect = "read" | "compute" | "create" | "change" | "delete" | "run" | "none";

/** What is done to things, and shows none. */
export const CHANGES: ReadonlySet<Effect> = new Set(["create", "change", "delete", "run"]);

/** English; other languages are read by the words of the search. */
const VERBS: Readonly<Record<Exclude<Effect, "none">, string>> = {
  create:
    "create add make open post send mail book upload schedule invite new comment reply refund charge call request order submit publish buy pay " +
    "register insert tweet text notify message email subscribe assign attach append upload record speak say react remind",
  compute:
    "convert translate generate shorten extract analyze analyse detect validate verify calculate compute turn suggest identify transcribe " +
    "write summarize recognize classify predict score geocode encode decode resize compress render",
  read:
    "get list show fetch read find search look see explain track browse check download retrieve receive obtain display inspect preview tell what which who when how where why is are was were does do did has had lookup give tell " +
    "count query view compare " +
    "wie was welche welcher wer wo wann quel quelle quels quelles combien cual cuales que cuanto donde qual quais quanto onde come quanti",
  change:
    "update edit change rename set modify skip snooze close reopen archive unarchive star follow merge rate lock mark restore replace move enable disable pause resume turn " +
    "assign unassign label complete save convince grant allow permit authorize " +
    // Where names of operations that change things begin, at six providers or more, and which are hardly ever nouns.
    "reset import activate reactivate resend accept refresh confirm reject approve deactivate suspend clone retry join unlock " +
    "detach upgrade unpublish unlink unblock renew regenerate migrate install hide disconnect acknowledge rotate fork void " +
    "dismiss downgrade escalate promote demote reassign toggle redeem watch repeat shuffle protect share ban unban mute unmute pin unpin like dislike upvote downvote retweet unretweet freeze unfreeze whitelist",
  delete:
    "delete remove trash cancel unsubscribe unstar unwatch unfollow unlike leave erase destroy terminate drop revoke purge wipe clear uninstall kick expel unregister",
  run: "start boot play stop end run rerun restart reboot trigger launch shut shutdown deploy execute invoke",
};

export const EFFECTS: ReadonlyMap<string, Effect> = new Map(
  (Object.entries(VERBS) as [Effect, string][])
    .flatMap(([effect, verbs]) => verbs.split(" ").map((verb) => [verb, effect] as const))
    .reverse(),
);

/** What a verb does to things; `undefined` for any other word. */
export function effectOfVerb(word: string): Effect | undefined {
  return EFFECTS.get(word);
}
