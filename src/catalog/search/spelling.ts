/** Which known word a misspelt one was meant to be. */
import { editDistance } from "../../text/edit-distance.ts";

/** Words of up to so many letters may be one edit away, longer ones two. */
const SHORT = 4;

interface Known {
  readonly word: string;
  /** How many words are commoner. */
  readonly place: number;
  /** Its letters, one bit each. */
  readonly letters: number;
}

/**
 * Finds the nearest word; of equally near ones those with the same first letter, and of these the commonest.
 * `spellings` are lower-case, the commonest first.
 */
export function openSpelling(spellings: readonly string[]): (word: string) => string | undefined {
  const byLength = new Map<number, Known[]>();
  for (const [place, word] of spellings.entries()) {
    const known = byLength.get(word.length) ?? [];
    if (known.length === 0) byLength.set(word.length, known);
    known.push({ word, place, letters: lettersOf(word) });
  }

  return (word) => {
    const allowed = word.length <= SHORT ? 1 : 2;
    const letters = lettersOf(word);
    let best: Known | undefined;
    let least = allowed + 1;
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      for (const known of byLength.get(length) ?? []) {
        // An edit changes at most two letters of the set, so most words are out at a glance.
        if (bitsIn(letters ^ known.letters) > 2 * allowed) continue;
        const edits = editDistance(word, known.word, allowed) + (known.word[0] === word[0] ? 0 : 0.5);
        if (edits > least || (edits === least && known.place > (best?.place ?? -1))) continue;
        [best, least] = [known, edits];
      }
    }
    return best?.word;
  };
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
