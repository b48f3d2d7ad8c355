/** Of two operations that do much the same the one that does less: "cancel the journal entry" deletes none where another cancels it. */
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

/** `ranked` with what changes a part of a thing before what replaces all of it: a PATCH before the PUT of its path. */
export function withPartFirst(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best?.match.entry.method !== "PUT") return ranked;
  const { api, path } = best.match.entry;
  const part = ranked.find(
    ({ match: { entry } }) => entry.method === "PATCH" && entry.api === api && entry.path === path,
  );
  if (part === undefined || part.worth < best.worth - CLOSE) return ranked;
  return [{ ...part, worth: best.worth }, ...ranked.filter((one) => one !== part)];
}

function bearsVerb(one: WeighedMatch): boolean {
  return one.match.said.verbs.includes(verbOf(one));
}

/** "cancel" of "POST /builds/{id}/cancel": what has no name is called by the end of its path. */
function verbOf({ match: { entry } }: WeighedMatch): string {
  const named = entry.name.startsWith("POST /") ? (entry.path.split("/").at(-1) ?? "") : entry.name;
  return wordsOf(splitIdentifier(named))[0] ?? "";
}
