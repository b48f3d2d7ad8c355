/** What callers' own words have said for entries, as the ranking takes it: so much for each of a query's stems. */
import { LRUCache } from "lru-cache";
import type { Database } from "../sqlite.ts";

/** How much a stem speaks for an entry, 0 to 1. */
export interface Spoken {
  readonly slug: string;
  readonly weight: number;
}

export interface UsageSource {
  /** Another one whenever what is known has changed. */
  version(): number;
  of(stem: string): readonly Spoken[];
}

export const NO_USAGE: UsageSource = { version: () => 0, of: () => [] };

export interface Learned {
  readonly id: number;
  readonly weight: number;
}

const REMEMBERED = 5_000;

/** By the ids of this catalogue. Slugs outlive imports, ids do not; entries that are gone are passed over. */
export function openUsage(
  database: Database,
  source: UsageSource,
  living: number,
): (stem: string) => readonly Learned[] {
  const idOf = database.query<{ id: number }, [string]>("SELECT id FROM entries WHERE slug = ?");
  const known = new LRUCache<string, readonly Learned[]>({ max: REMEMBERED });
  let version = source.version();
  return (stem) => {
    if (version !== source.version()) {
      version = source.version();
      known.clear();
    }
    const kept = known.get(stem);
    if (kept !== undefined) return kept;
    const learned = source.of(stem).flatMap(({ slug, weight }) => {
      const id = idOf.get(slug)?.id;
      return id === undefined || id > living ? [] : [{ id, weight }];
    });
    known.set(stem, learned);
    return learned;
  };
}
