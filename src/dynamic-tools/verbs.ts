/** The methods that do what the verb of a wish says. */

const VERBS: readonly (readonly [methods: readonly string[], verbs: string])[] = [
  [
    ["POST", "PUT"],
    "create add make open post send book upload schedule start invite new comment reply refund charge call " +
      "request order restore save run submit publish buy pay register",
  ],
  [["POST", "GET"], "convert translate generate shorten extract analyze detect validate verify calculate compute turn"],
  [
    ["GET", "POST"],
    "get list show fetch read find search look see track browse check download retrieve what which who when how is",
  ],
  [
    ["PUT", "PATCH", "POST"],
    "update edit change rename set modify close reopen archive star follow lock mark save restore replace",
  ],
  [["DELETE", "POST"], "delete remove cancel unsubscribe unstar unfollow unlike dislike leave"],
];

/** The methods that do what the words begin with, the likeliest first; a wish without a verb asks to be shown something. */
export function methodsFor(text: string): readonly string[] {
  const [first = ""] = /[a-z]+/.exec(text.toLowerCase().replace(/^\s*please\s+/, "")) ?? [];
  const found = VERBS.filter(([, verbs]) => verbs.split(" ").includes(first)).flatMap(([methods]) => methods);
  return found.length > 0 ? found : ["GET", "POST"];
}
