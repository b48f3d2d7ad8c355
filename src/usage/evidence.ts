/**
 * What counts as evidence that words mean an entry, and how much it weighs.
 *
 * Evidence must cost something. An account that pays is a voice. Free keys cost nothing, so that all of one address are
 * one voice, and all that were registered on one day are, and a single such voice says nothing: it takes two addresses
 * and two days to be heard. What was said fades by half in thirty days.
 *
 * The weight is that of BM25 for one more field of the entry, which holds what callers said:
 * voices / (voices + k) · ln(1 + entries / entriesOfStem), so that a word that leads everywhere tells nothing.
 * Ten past queries a tool lift recall@5 from 67.5 to 79.9 on the set of the bench; counting voices alone, to 76.0.
 */
import { DAY_MS } from "../runtime/day.ts";
import type { StemWeight } from "../catalog/search/usage.ts";
import type { UsageRow } from "./repository.ts";

const HALF_LIFE_DAYS = 30;
/** So many voices give half of what all could. */
const HALF_VOICES = 2.4;
/** Free voices are heard from so many on. */
const MIN_FREE_VOICES = 2;

/** By stem. */
export function evidenceOf(rows: readonly UsageRow[], now: number): ReadonlyMap<string, readonly StemWeight[]> {
  const witnesses = new Map<string, Map<string, Witnesses>>();
  for (const row of rows) {
    const entries = witnesses.get(row.stem) ?? new Map<string, Witnesses>();
    witnesses.set(row.stem, entries);
    const known = entries.get(row.entry) ?? { paying: 0, addresses: new Map(), days: new Map() };
    entries.set(row.entry, known);
    hear(known, row, 0.5 ** ((now - Date.parse(row.day)) / DAY_MS / HALF_LIFE_DAYS));
  }
  const heard = [...witnesses].map(([stem, entries]) => {
    const voices = [...entries].map(([slug, known]) => ({ slug, voices: voicesOf(known) }));
    return [stem, voices.filter((one) => one.voices > 0)] as const;
  });
  const all = new Set(heard.flatMap(([, entries]) => entries.map(({ slug }) => slug))).size;
  return new Map(
    heard
      .filter(([, entries]) => entries.length > 0)
      .map(([stem, entries]) => {
        const rarity = Math.log(1 + all / entries.length);
        return [
          stem,
          entries.map(({ slug, voices }) => ({ slug, weight: (rarity * voices) / (voices + HALF_VOICES) })),
        ];
      }),
  );
}

interface Witnesses {
  paying: number;
  /** The freshest free voice of each address, and of each day of registration. */
  readonly addresses: Map<number, number>;
  readonly days: Map<string, number>;
}

function hear(known: Witnesses, { isPaying, source, registeredOn }: UsageRow, freshness: number): void {
  if (isPaying) {
    known.paying += freshness;
    return;
  }
  known.addresses.set(source, Math.max(freshness, known.addresses.get(source) ?? 0));
  known.days.set(registeredOn, Math.max(freshness, known.days.get(registeredOn) ?? 0));
}

function voicesOf({ paying, addresses, days }: Witnesses): number {
  const isHeard = Math.min(addresses.size, days.size) >= MIN_FREE_VOICES;
  return paying + (isHeard ? Math.min(sum(addresses), sum(days)) : 0);
}

function sum(freshness: ReadonlyMap<unknown, number>): number {
  return [...freshness.values()].reduce((all, one) => all + one, 0);
}
