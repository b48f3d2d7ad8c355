/** "cancel the journal entry": where one operation is called so, another that deletes it is not meant. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { WeighedMatch } from "./likelihood-signals.ts";

/** So much less may speak for the one that bears the verb. */
const CLOSE = 2;

const DELETES = /^(?:delete|remove|destroy|erase|drop|purge|clear)$/;

/** `ranked` with the operation of the verb that was said before one of the same provider that deletes where that was not said. */
export function withVerbSaid(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best === undefined || !DELETES.test(verbOf(best)) || best.match.said.verbs.some((one) => DELETES.test(one)))
    return ranked;
  const { provider } = best.match.entry;
  const meant = ranked.find((one) => one.match.entry.provider === provider && bearsVerb(one));
  if (meant === undefined || meant.worth < best.worth - CLOSE) return ranked;
  // As likely as the one before which it stands.
  return [{ ...meant, worth: best.worth }, ...ranked.filter((one) => one !== meant)];
}

function bearsVerb(one: WeighedMatch): boolean {
  return one.match.said.verbs.includes(verbOf(one));
}

/** "cancel" of "POST /builds/{id}/cancel": what has no name is called by the end of its path. */
function verbOf({ match: { entry } }: WeighedMatch): string {
  const named = entry.name.startsWith("POST /") ? (entry.path.split("/").at(-1) ?? "") : entry.name;
  return wordsOf(splitIdentifier(named))[0] ?? "";
}
