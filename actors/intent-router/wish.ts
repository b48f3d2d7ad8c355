/** A request in plain words, taken apart once for all rules: its words, its addresses and the data it brings. */
import { type QuotedData, quotedData } from "./quoted.ts";

export interface Wish {
  /** As it was written. */
  readonly text: string;
  /** Its beginning, without its addresses and data, each of which left one blank. */
  readonly prose: string;
  /** The prose for cues: lower case, without accents, apostrophes straight. */
  readonly said: string;
  /** The words of `said`. */
  readonly words: readonly string[];
  readonly urls: readonly WishUrl[];
  readonly data: QuotedData | undefined;
}

export interface WishUrl {
  readonly href: string;
  /** Written as an address, not as a domain that may be a name. */
  readonly isExplicit: boolean;
}

/** What one rule makes of a wish. */
export interface Proposal {
  readonly actor: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** How well the words fit, 0 to 1. */
  readonly confidence: number;
  /** What the caller has to know about this payload. */
  readonly warning?: string;
}

/** No proposal where the wish is about something else. */
export type Rule = (wish: Wish) => readonly Proposal[];

const EXPLICIT = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
/** A wish says within so many characters what it wants. */
export const MAX_PROSE = 1_000;
/** Top-level domains a name with a dot is taken for a site by; "skill.md" and "node.js" are none. */
const DOMAIN =
  /(?<![\w@.-])(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|edu|gov|io|dev|app|ai|co|uk|de|fr|es|it|nl|ch|at|eu|us|ca|au|jp|in|br|info|tech|cloud|xyz|tv|fm|example)(?![\w@-])(?:[/?#][^\s<>"'`]*)?/gi;

export function readWish(text: string): Wish {
  const data = quotedData(text);
  const urls: WishUrl[] = [];
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
  const said = fold(prose);
  return { text, prose, said, words: said.match(/[a-z0-9$]+/g) ?? [], urls, data };
}

/** Lower case, without accents, with straight apostrophes and single blanks. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** A phrase without the punctuation and the politeness around it. */
export function phrase(text: string): string {
  return text
    .replace(/^[\s"'`“”‘’«»:,;.?!¿¡-]+|(?<![\s"'`“”‘’«»:,;.?!¿¡-])[\s"'`“”‘’«»:,;.?!¿¡-]+$/g, "")
    .replace(/(?<![\s,])[\s,]+(?:please|thanks|thank you|bitte|por favor|s'il (?:te|vous) pla[iî]t)$/i, "")
    .trim();
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A count as it is written, "7" or "seven". */
export const COUNT = `\\d{1,3}|${NUMBERS.slice(1).join("|")}`;

export function countOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const spelled = NUMBERS.indexOf(written);
  return spelled > 0 ? spelled : Number(written);
}

/** A sentence goes on behind an address: its punctuation is not the address's. */
function withoutPunctuation(url: string): string {
  const kept = url.replace(/(?<![.,;:!?»”’*\]}])[.,;:!?»”’*\]}]+$/, "");
  const isUnbalanced = kept.endsWith(")") && kept.split(")").length > kept.split("(").length;
  return isUnbalanced ? withoutPunctuation(kept.slice(0, -1)) : kept;
}
