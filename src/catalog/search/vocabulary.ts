/** The words of the index: how many entries say one, and which one a misspelt word was meant to be. */
import { LRUCache } from "lru-cache";
import type { Database } from "../sqlite.ts";
import { stemOf } from "../words/stem.ts";
import type { StoredTerm } from "./postings.ts";
import { openSpelling } from "../words/spelling.ts";

export interface Term {
  /** As SQLite's porter tokenizer writes it. */
  readonly stem: string;
  /** A spelling that the index reads as this stem. */
  readonly word: string;
  /** How many entries say it of themselves. */
  readonly entries: number;
  /** How many say it at all, their inputs included. */
  readonly mentions: number;
}

export interface Vocabulary {
  term(word: string): Term;
  /** A term by its stem. */
  stem(stem: string): Term;
  /** The spelling that is nearest to an unknown word. */
  nearest(word: string): string | undefined;
  /** Known words that an unknown one may stand for: the nearest in spelling, or two that it runs together. */
  repair(word: string): readonly Term[];
}

const MIN_PART = 3;
/** A longer word is no misspelling of anything. */
const MAX_REPAIRED = 40;
const REMEMBERED = 10_000;

/** `spellings` are the words as entries write them, the commonest first. */
export function openVocabulary(database: Database, spellings: readonly string[]): Vocabulary {
  const count = database.query<StoredTerm, [string]>(
    `SELECT coalesce(sum(entries), 0) AS entries, coalesce(sum(mentions), 0) AS mentions FROM (
       SELECT entries, mentions FROM terms WHERE term = ?1
       UNION ALL SELECT entries, mentions FROM added_terms WHERE term = ?1
       UNION ALL SELECT -entries, -mentions FROM gone_terms WHERE term = ?1)`,
  );
  const counted = new LRUCache<string, StoredTerm>({ max: REMEMBERED });
  /** By word: people use few. */
  const words = new Map<string, Term>();
  const nearest = openSpelling(spellings);

  return {
    term,
    stem: (stem) => known(stem, stem),
    nearest: (word) => (isRepairable(word) ? nearest(word) : undefined),
    repair(word) {
      if (!isRepairable(word)) return [];
      const near = nearest(word);
      return near === undefined ? parts(word) : [known(stemOf(near), near)];
    },
  };

  function term(word: string): Term {
    const found = words.get(word);
    if (found !== undefined) return found;
    if (words.size >= REMEMBERED) words.clear();
    const fresh = known(stemOf(word), word);
    words.set(word, fresh);
    return fresh;
  }

  function isRepairable(word: string): boolean {
    return word.length >= MIN_PART && word.length <= MAX_REPAIRED && !/^\d+$/.test(word);
  }

  function known(stem: string, word: string): Term {
    let counts = counted.get(stem);
    if (counts === undefined) {
      counts = count.get(stem) ?? { entries: 0, mentions: 0 };
      counted.set(stem, counts);
    }
    return { stem, word, entries: counts.entries, mentions: counts.mentions };
  }

  /** "sendmessage" → "send", "message": where both halves are known, the pair whose rarer half is the commonest. */
  function parts(word: string): readonly Term[] {
    let best: readonly Term[] = [];
    let most = 0;
    for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
      const pair = [word.slice(0, cut), word.slice(cut)].map((part) => known(stemOf(part), part));
      const rarer = Math.min(...pair.map(({ entries }) => entries));
      if (rarer > most) [best, most] = [pair, rarer];
    }
    return best;
  }
}
