/** Takes a request in plain words apart: its words, its addresses and the data it brings. */
import type { Utterance, UtteranceUrl } from "../runtime/intents.ts";
import { quotedData } from "./quoted.ts";
import { foldLetters } from "../text/fold-letters.ts";

const EXPLICIT = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
/** A utterance says within so many characters what it wants. */
export const MAX_PROSE = 1_000;
/** Top-level domains a name with a dot is taken for a site by; "skill.md" and "node.js" are none. */
const DOMAIN =
  /(?<![\w@.-])(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|edu|gov|io|dev|app|ai|co|uk|de|fr|es|it|nl|ch|at|eu|us|ca|au|jp|in|br|info|tech|cloud|xyz|tv|fm|example)(?![\w@-])(?:[/?#][^\s<>"'`]*)?/gi;

export function readUtterance(text: string): Utterance {
  const data = quotedData(text);
  const urls: UtteranceUrl[] = [];
  const take = (isExplicit: boolean) => (written: string) => {
    const kept = withoutPunctuation(written);
    const href = /^https?:/i.test(kept) ? kept : `https://${kept}`;
    if (URL.canParse(href)) urls.push({ href, isExplicit });
    return ` ${written.slice(kept.length)}`;
  };
  const rest = data === undefined ? text : `${text.slice(0, data.start)} ${text.slice(data.end)}`;
  const prose = rest
    .replace(EXPLICIT, take(true))
    .replace(DOMAIN, take(false))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_PROSE);
  const said = foldProse(prose);
  return { text, prose, said, words: said.match(/[a-z0-9$]+/g) ?? [], urls, data };
}

/** Lower case, without accents, with straight apostrophes and single blanks. */
export function foldProse(text: string): string {
  return foldLetters(text)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ");
}

/** A sentence goes on behind an address: its punctuation is not the address's. */
function withoutPunctuation(url: string): string {
  const kept = url.replace(/(?<![.,;:!?»”’*\]}])[.,;:!?»”’*\]}]+$/, "");
  const isUnbalanced = kept.endsWith(")") && kept.split(")").length > kept.split("(").length;
  return isUnbalanced ? withoutPunctuation(kept.slice(0, -1)) : kept;
}
