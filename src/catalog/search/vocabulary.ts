/** The words of the index: how many entries say one, and which one a misspelt word was meant to be. */
import { stemmer } from "stemmer";
import type { Database } from "../sqlite.ts";

export interface Term {
  /** As SQLite's porter tokenizer writes it. */
  readonly stem: string;
  /** A spelling that the index reads as this stem. */
  readonly word: string;
  /** How many entries say it. */
  readonly entries: number;
}

export interface Vocabulary {
  term(word: string): Term;
  /** A term by its stem. */
  stem(stem: string): Term;
  /** Known words that an unknown one may stand for: the nearest in spelling, or two that it runs together. */
  repair(word: string): readonly Term[];
}

const MIN_PART = 3;
/** A longer word is no misspelling of anything. */
const MAX_REPAIRED = 40;

/** `spellings` are the words as entries write them, the commonest first. */
export function openVocabulary(database: Database, spellings: readonly string[]): Vocabulary {
  const count = database.query<{ doc: number }, [string]>("SELECT doc FROM vocabulary WHERE term = ?");

  return {
    term: (word) => known(stemmer(word), word),
    stem: (stem) => known(stem, stem),
    repair(word) {
      if (word.length < MIN_PART || word.length > MAX_REPAIRED || /^\d+$/.test(word)) return [];
      const near = nearest(word);
      return near === undefined ? parts(word) : [known(stemmer(near), near)];
    },
  };

  function known(stem: string, word: string): Term {
    return { stem, word, entries: count.get(stem)?.doc ?? 0 };
  }

  /** The commonest of the nearest words; of equally near ones, those with the same first letter. */
  function nearest(word: string): string | undefined {
    const allowed = word.length <= 4 ? 1 : 2;
    let best: string | undefined;
    let least = allowed + 1;
    for (const candidate of spellings) {
      if (Math.abs(candidate.length - word.length) > allowed) continue;
      const edits = editDistance(word, candidate, allowed) + (candidate[0] === word[0] ? 0 : 0.5);
      if (edits < least) [best, least] = [candidate, edits];
    }
    return best;
  }

  /** "sendmessage" → "send", "message": where both halves are known, the pair whose rarer half is the commonest. */
  function parts(word: string): readonly Term[] {
    let best: readonly Term[] = [];
    let most = 0;
    for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
      const pair = [word.slice(0, cut), word.slice(cut)].map((part) => known(stemmer(part), part));
      const rarer = Math.min(...pair.map(({ entries }) => entries));
      if (rarer > most) [best, most] = [pair, rarer];
    }
    return best;
  }
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment); above `limit` any larger
 * number may be answered.
 */
export function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return least;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
