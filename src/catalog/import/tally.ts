/** Counts what an import left out and folded, by reason. */
import type { SkipReason } from "../spec/base-url.ts";
import type { FoldReason } from "./fold.ts";

export interface Tally {
  skip(reason: SkipReason): void;
  fold(reason: FoldReason): void;
  readonly skipped: Readonly<Record<string, number>>;
  readonly folded: Readonly<Record<string, number>>;
}

export function createTally(): Tally {
  const skipped: Record<string, number> = {};
  const folded: Record<string, number> = {};
  return {
    skip: (reason) => void (skipped[reason] = (skipped[reason] ?? 0) + 1),
    fold: (reason) => void (folded[reason] = (folded[reason] ?? 0) + 1),
    skipped,
    folded,
  };
}
