/** Operations by their slugs: reading a description takes milliseconds, so those that are called often stay read. */
import { LRUCache } from "lru-cache";
import type { Catalog, Entry } from "../runtime/catalog.ts";
import { type ApiOperation, readOperation } from "./request/operation.ts";

export interface Callee {
  readonly entry: Entry;
  readonly operation: ApiOperation;
}

/** Finds an entry and reads how it is called; `undefined` when no entry has the slug. */
export type FindOperation = (catalog: Catalog, slug: string) => Promise<Callee | undefined>;

const MAX_CHARS = 16 * 1024 * 1024;

export function createOperations(): FindOperation {
  // A catalogue that was opened does not change; the next import is another one.
  const known = new WeakMap<Catalog, LRUCache<string, Callee & { readonly chars: number }>>();
  return async (catalog, slug) => {
    let callees = known.get(catalog);
    if (callees === undefined) {
      callees = new LRUCache({ maxSize: MAX_CHARS, sizeCalculation: ({ chars }) => chars });
      known.set(catalog, callees);
    }
    const callee = callees.get(slug);
    if (callee !== undefined) return callee;
    const [entry, spec] = await Promise.all([catalog.entry(slug), catalog.spec(slug)]);
    if (entry === undefined || spec === undefined) return undefined;
    const read = { entry, operation: readOperation(entry, spec), chars: JSON.stringify(spec).length };
    callees.set(slug, read);
    return read;
  };
}
