/** Gives every operation its slug: the one it had in the last import, else a new one that nobody has or had. */
import { fitsSlug, hashedSlug, plainSlug } from "../slug.ts";
import type { Database } from "../sqlite.ts";

/** What the last import knew of an operation. */
export interface Known {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly updated_at: number;
}

export interface SlugBook {
  known(identity: number): Known | undefined;
  slugFor(identity: number, api: string, operation: string): string;
}

/** `database` has the last catalogue attached as `old`, if there is one. */
export function createSlugBook(database: Database, hasOld: boolean): SlugBook {
  const taken = new Set<string>();
  const byIdentity = hasOld
    ? database.query<Known, [number]>("SELECT slug, name, description, updated_at FROM old.entries WHERE identity = ?")
    : undefined;
  const bySlug = hasOld
    ? database.query<{ identity: number }, [string]>("SELECT identity FROM old.entries WHERE slug = ?")
    : undefined;

  return {
    known: (identity) => byIdentity?.get(identity) ?? undefined,
    slugFor(identity, api, operation) {
      const plain = plainSlug(api, operation);
      const isFree = fitsSlug(plain) && !taken.has(plain) && (bySlug?.get(plain)?.identity ?? identity) === identity;
      const slug = byIdentity?.get(identity)?.slug ?? (isFree ? plain : hashedSlug(plain, identity));
      taken.add(slug);
      return slug;
    },
  };
}
