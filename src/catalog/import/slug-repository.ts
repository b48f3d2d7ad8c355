/** Gives every operation its slug: the one it had in the last import, else a new one that nobody has or had. */
import { fitsSlug, hash53, hashedSlug, plainSlug } from "../slug.ts";
import type { Database } from "../sqlite.ts";

export interface SlugRepository {
  slugFor(identity: number, api: string, operation: string): string;
}

/** `old` is the schema of the last catalogue, if there is one. */
export function createSlugRepository(database: Database, old: "old" | "main" | undefined): SlugRepository {
  const taken = new Set<string>();
  const byIdentity =
    old && database.query<{ slug: string }, [number]>(`SELECT slug FROM ${old}.entries WHERE identity = ?`);
  const bySlug =
    old && database.query<{ identity: number }, [string]>(`SELECT identity FROM ${old}.entries WHERE slug = ?`);

  return {
    slugFor(identity, api, operation) {
      const plain = plainSlug(api, operation);
      const isFree = (slug: string) => !taken.has(slug) && (bySlug?.get(slug)?.identity ?? identity) === identity;
      const fresh = fitsSlug(plain) && isFree(plain) ? plain : hashedSlug(plain, identity);
      let slug = byIdentity?.get(identity)?.slug ?? fresh;
      // Another operation may be called as this one's slug ends.
      for (let other = identity; !isFree(slug); slug = hashedSlug(plain, other)) other = hash53(String(other));
      taken.add(slug);
      return slug;
    },
  };
}
