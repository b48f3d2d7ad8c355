/**
 * Learns from use: when a key asked, was shown an entry, and then called it with success, its words speak for that entry.
 * Each key counts once and no more than a cap; what counts as evidence `evidence.ts` says; nobody's text is kept, and of
 * its address only one of 65,536 buckets.
 */
import { DAY_MS, dayOf } from "../runtime/day.ts";
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { contentStems } from "../catalog/words/stems.ts";
import type { StemWeight, UsageSource } from "../catalog/search/usage.ts";
import type { Holder } from "../runtime/ports/accounts.ts";
import type { Clock } from "../runtime/world.ts";
import type { UsageRepository } from "./repository.ts";
import { evidenceOf } from "./evidence.ts";

export interface Learning extends UsageSource {
  /** A key asked with these words and was shown these entries. */
  asked(holder: Holder, text: string, shown: readonly string[], address: string): void;
  /** A key called an entry, and it answered. */
  called(holder: Holder, entry: string): void;
  /** Reads what all processes have counted: to be called now and then. */
  refresh(): Promise<void>;
}

interface LearnedQuestion {
  readonly stems: readonly string[];
  /** As it was given: an answer that is kept names its entries by one and the same list. */
  readonly answer: readonly string[];
  readonly shown: ReadonlySet<string>;
  readonly source: number;
  readonly at: number;
}

/** A call belongs to a question this long. */
const REMEMBERED_MS = 30 * 60_000;
const MAX_KEYS = 10_000;
const MAX_QUESTIONS = 5;
const MAX_STEMS = 12;
const KEPT_DAYS = 180;

export function createLearning(repository: UsageRepository, clock: Clock, onFault: (error: unknown) => void): Learning {
  const questions = new LRUCache<string, readonly LearnedQuestion[]>({ max: MAX_KEYS });
  let spoken: ReadonlyMap<string, readonly StemWeight[]> = new Map();
  let version = 0;

  return {
    version: () => version,
    of: (stem) => spoken.get(stem) ?? [],
    asked({ id }, text, shown, address) {
      const earlier = questions.get(id) ?? [];
      const same = earlier.find(({ answer }) => answer === shown);
      const said = same ?? readQuestion(text, shown);
      if (said.stems.length === 0 || shown.length === 0) return;
      const question = { ...said, source: bucketOf(address), at: clock.now() };
      const others = same === undefined ? earlier : earlier.filter((one) => one !== same);
      questions.set(id, [question, ...others].slice(0, MAX_QUESTIONS));
    },
    called({ id }, entry) {
      const since = clock.now() - REMEMBERED_MS;
      const meant = (questions.get(id) ?? []).find(({ shown, at }) => at >= since && shown.has(entry));
      if (meant === undefined) return;
      const { stems, source } = meant;
      repository.count({ accountId: id, entry, stems, day: dayOf(clock.now()), source }).catch(onFault);
    },
    async refresh() {
      const now = clock.now();
      const rows = await repository.read(dayOf(now - KEPT_DAYS * DAY_MS));
      const fresh = evidenceOf(rows, now);
      if (fresh.size > 0 || spoken.size > 0) version++;
      spoken = fresh;
    },
  };
}

function readQuestion(text: string, shown: readonly string[]): Omit<LearnedQuestion, "source" | "at"> {
  const stems = [...new Set(contentStems(text))].slice(0, MAX_STEMS);
  return { stems, answer: shown, shown: new Set(shown) };
}

/** Tells addresses apart for the most part, and none of them by itself. */
function bucketOf(address: string): number {
  return hash("sha256", address, "buffer").readUInt16BE();
}
