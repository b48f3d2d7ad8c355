/** Of two operations that do much the same the one that does less: "cancel the journal entry" deletes none where another cancels it. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { CandidateMatch } from "./candidate-match.ts";
import type { WeighedMatch } from "./likelihood-signals.ts";
import { withMeantFirst } from "./meant-first.ts";

/** So much less may speak for the one that bears the verb. */
const CLOSE = 2;

const DELETES = /^(?:delete|remove|destroy|erase|drop|purge|clear)$/;

/** `ranked` with the operation of the verb that was said before one of the same provider that deletes where that was not said. */
export function withVerbSaid(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best === undefined || !DELETES.test(verbOf(best.match)) || best.match.said.verbs.some((one) => DELETES.test(one)))
    return ranked;
  const { provider } = best.match.entry;
  return withMeantFirst(ranked, CLOSE, (match) => match.entry.provider === provider && bearsVerb(match));
}

/** `ranked` with what changes a part of a thing before what replaces all of it: a PATCH before the PUT of its path. */
export function withPartFirst(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best?.match.entry.method !== "PUT") return ranked;
  const { api, path } = best.match.entry;
  return withMeantFirst(
    ranked,
    CLOSE,
    ({ entry }) => entry.method === "PATCH" && entry.api === api && entry.path === path,
  );
}

function bearsVerb(match: CandidateMatch): boolean {
  return match.said.verbs.includes(verbOf(match));
}

/** "cancel" of "POST /builds/{id}/cancel": what has no name is called by the end of its path. */
function verbOf({ entry }: CandidateMatch): string {
  const named = entry.name.startsWith("POST /") ? (entry.path.split("/").at(-1) ?? "") : entry.name;
  return wordsOf(splitIdentifier(named))[0] ?? "";
}
