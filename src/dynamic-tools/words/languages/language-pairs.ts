/** "vom Deutschen ins Portugiesische", "del inglés al español": out of one language into another. */
import { foldLetters } from "../../../text/fold-letters.ts";
import { languageCode } from "../names/code-names.ts";

const PAIR =
  /(?<!\p{L})(?:vom|von|aus dem|del?|de l['’]|du|do)(?: |(?<=['’]))(\p{L}{4,16}) (?:ins|in|nach|zu|al?|en|vers (?:le |l['’])?|au|à l['’]|para(?: o)?|ao?)(?: |(?<=['’ ]))(\p{L}{4,16})(?!\p{L})/giu;

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** "übersetze … ins Französische", "traduis … en allemand": into a language, out of whichever. */
const INTO =
  /(?<=^\W{0,3}(?:[üu]bersetz|traduc|tradui|traduz)\p{L}{0,4}(?!\p{L}).{1,300}\s)(?:ins|in|auf|nach|al?|en|vers l[ea]|em|para(?: o)?|ao?) (\p{L}{4,16})(?=[.!?]{0,2}$)/iu;

/** The text with that called by its English name. */
export function withTargetInEnglish(text: string): string {
  return text.replace(INTO, (whole, target: string) => {
    const language = languageNamed(target);
    return language === undefined ? whole : `to ${language}`;
  });
}

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
