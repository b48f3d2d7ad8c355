/** "pare-feu": French writes with a hyphen what the tables of foreign words have as one. */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

const HYPHENED = /(?<![\p{L}\p{N}-])\p{L}{3,20}-\p{L}{3,20}(?![\p{L}\p{N}-])/gu;

export function withJoinedWords(text: string): string {
  return text.replace(HYPHENED, (written) => {
    const joined = written.replace("-", "");
    return LOAN_WORDS.meanings.has(foldLetters(joined.toLowerCase())) ? joined : written;
  });
}
