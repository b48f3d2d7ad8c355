/**
 * Whole answers of searches that are asked again. An answer is good for as long as everything it was made of is the same:
 * the catalogue, the actors, and what the hub has learned.
 * Shaped by speed: `bun run bench all`.
 */
import { LRUCache } from "lru-cache";
import { createRepeats } from "../../text/recent.ts";

export interface SearchAnswer {
  readonly text: string;
  /** The slugs of the entries in it. */
  readonly shown: readonly string[];
}

export interface SearchAnswers {
  /** Under `key` stands all that is asked, and whatever of the caller the answer shows. */
  find(key: string): Found;
}

interface Found {
  readonly answer: SearchAnswer | undefined;
  /**
   * Kept from the second time on: most questions are asked once. What was made while a part became another is not kept, for
   * nobody can tell of which it was made.
   */
  keep(answer: SearchAnswer): void;
}

/** Of the texts together: some four hundred answers of twenty results. */
const KEPT_CHARS = 8 * 1024 * 1024;
/** Questions that were asked of late: at least half of them are remembered. */
const MAX_ASKED = 2_000;
const MAX_KEY_CHARS = 600;

/** `madeOf` tells what every answer is made of besides the question. */
export function createSearchAnswers(madeOf: () => readonly unknown[]): SearchAnswers {
  const answers = new LRUCache<string, SearchAnswer>({
    maxSize: KEPT_CHARS,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  const isRepeat = createRepeats<string>(MAX_ASKED);
  let known: readonly unknown[] = [];

  return {
    find(key) {
      const present = madeOf();
      const isSame = present.length === known.length && present.every((part, at) => part === known[at]);
      if (!isSame) {
        known = present;
        answers.clear();
      }
      const at = known;
      return {
        answer: answers.get(key),
        keep(answer) {
          if (key.length > MAX_KEY_CHARS || at !== known) return;
          if (isRepeat(key)) answers.set(key, answer);
        },
      };
    },
  };
}
