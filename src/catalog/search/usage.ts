/** What callers' own words have said for entries, as the ranking takes it: so much for each of a query's stems. */
import { LRUCache } from "lru-cache";
import type { Segments } from "./segments.ts";
import type { Database } from "../sqlite.ts";

/** How much a stem speaks for an entry, in the measure of a word's rarity. */
export interface StemWeight {
  readonly slug: string;
  readonly weight: number;
}

export interface UsageSource {
  /** Another one whenever what is known has changed. */
  version(): number;
  of(stem: string): readonly StemWeight[];
}

export const NO_USAGE: UsageSource = { version: () => 0, of: () => [] };

export interface UsageWeight {
  readonly id: number;
  readonly weight: number;
}

const REMEMBERED = 5_000;
const REMEMBERED_IDS = 50_000;
/** What a slug is remembered by that no living entry has. */
const GONE = -1;

/** By the ids of this catalogue. Slugs outlive imports, ids do not; entries that are gone are passed over. */
export function openUsage(
  database: Database,
  source: UsageSource,
  segments: Pick<Segments, "idOf">,
): (stem: string) => readonly UsageWeight[] {
  const rowOf = database.query<{ id: number }, [string]>("SELECT id FROM entries WHERE slug = ?");
  const known = new LRUCache<string, readonly UsageWeight[]>({ max: REMEMBERED });
  // A catalogue that was opened does not change, so ids outlive what was learned.
  const ids = new LRUCache<string, number>({ max: REMEMBERED_IDS });
  const livingId = (slug: string): number => {
    const kept = ids.get(slug);
    if (kept !== undefined) return kept;
    const row = rowOf.get(slug)?.id;
    const id = (row !== undefined && segments.idOf(row)) || GONE;
    ids.set(slug, id);
    return id;
  };
  let version = source.version();
  return (stem) => {
    if (version !== source.version()) {
      version = source.version();
      known.clear();
    }
    const kept = known.get(stem);
    if (kept !== undefined) return kept;
    const learned = source.of(stem).flatMap(({ slug, weight }) => {
      const id = livingId(slug);
      return id === GONE ? [] : [{ id, weight }];
    });
    known.set(stem, learned);
    return learned;
  };
}
