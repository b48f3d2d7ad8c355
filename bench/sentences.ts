/**
 * A stand-in for sets of sentences that people wrote: what an operation's own description says, with words dropped,
 * neighbours swapped and filler around it, and that operation as the one right answer. No engine can be tuned to it by
 * looking, and long sentences show whether a search that likes short questions falls behind plain full text.
 */
import { openFinished } from "../src/catalog/sqlite.ts";
import { STOP_WORDS } from "../src/catalog/words/stop-words.ts";
import { wordsOf } from "../src/catalog/words/words.ts";
import { createRandom } from "./random.ts";
import type { LabelledQuery } from "./retrieval.ts";

/** How many content words are kept, at most. */
export const LENGTHS = { short: 4, medium: 8, long: 20 } as const;

const SENTENCES = 400;
const DROPPED = 0.3;
const SWAPPED = 0.1;
/** A third of the catalogue, and so alike in wording that it says little which of them is found. */
const LEFT_OUT = ["microsoft.com", "azure.com", "windows.net", "visualstudio.com"];
const OPENINGS = [
  "I need to",
  "please help me to",
  "could you",
  "my colleague asked whether we can",
  "what is the best way to",
  "for a project of mine I would like to",
  "",
];
const ENDINGS = ["thanks", "as soon as possible", "if that is possible", "for my team", "", ""];

export function sentencesFrom(path: string, length: number, count = SENTENCES): LabelledQuery[] {
  const random = createRandom(length);
  const described = openFinished(path)
    .query<{ slug: string; description: string }, string[]>(
      `SELECT e.slug, e.description FROM entries e JOIN documents d ON d.id = e.document
       WHERE e.vanished_at IS NULL AND d.provider NOT IN (${LEFT_OUT.map(() => "?").join(", ")})
       AND length(e.description) >= 80 ORDER BY e.id`,
    )
    .all(...LEFT_OUT);
  return Array.from({ length: count }, () => {
    const { slug, description } = described[Math.floor(random() * described.length)]!;
    return { q: sentenceOf(description, length, random), expect: [slug] };
  });
}

function sentenceOf(description: string, length: number, random: () => number): string {
  const words: string[] = [];
  let content = 0;
  for (const word of wordsOf(description)) {
    if (random() < DROPPED) continue;
    if (!STOP_WORDS.has(word) && ++content > length) break;
    if (random() < SWAPPED) words.splice(-1, 0, word);
    else words.push(word);
  }
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)];
  return `${pick(OPENINGS)} ${words.join(" ")} ${pick(ENDINGS)}`.trim();
}
