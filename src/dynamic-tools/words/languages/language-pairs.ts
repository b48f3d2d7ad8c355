/** "vom Deutschen ins Portugiesische", "del inglés al español": out of one language into another. */
import { foldLetters } from "../../../text/fold-letters.ts";
import { languageCode } from "../names/code-names.ts";

const PAIR =
  /(?<!\p{L})(?:vom|von|aus dem|del?|de l['’]|du|do)(?: |(?<=['’]))(\p{L}{4,16}) (?:ins|in|nach|zu|al?|en|vers (?:le |l['’])?|au|à l['’]|para(?: o)?|ao?)(?: |(?<=['’ ]))(\p{L}{4,16})(?!\p{L})/giu;

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** The text with both called by their English names. */
export function languagesPaired(text: string): string {
  return text.replace(PAIR, (whole, from: string, into: string) => {
    const [source, target] = [from, into].map(languageNamed);
    return source === undefined || target === undefined ? whole : `from ${source} to ${target}`;
  });
}

/** "German" of "Deutschen", too: German bends the names of languages. */
function languageNamed(word: string): string | undefined {
  const bare = foldLetters(word).replace(/e[nrsm]?$/, "");
  const code = [word, bare].map(languageCode).find((one) => one !== undefined);
  return code === undefined ? undefined : NAMES.of(code);
}
