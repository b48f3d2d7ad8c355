/** Tells new operations from twins of one that was read before. What comes first is kept, so the best comes first. */
import { hash53, identityOf } from "../slug.ts";
import type { ImportedOperation } from "./operation.ts";
import { type SourceDocument, apiOf } from "./source.ts";
import { addressKey, familyOf, isEdition, twinKey } from "./versions.ts";

export type FoldReason = "another version" | "same address" | "same action by another method";

export type FoldResult =
  | { readonly kind: "new" }
  | { readonly kind: "twin"; readonly of: number; readonly reason: FoldReason }
  | { readonly kind: "edition only" };

export interface Folder {
  /** Judges an operation; if it is new, `row` is what later twins are told they belong to. */
  place(document: SourceDocument, operation: ImportedOperation, row: number): FoldResult;
}

export function createFolder(): Folder {
  // Row by hash: a hundred thousand addresses kept as text would take more memory than all the rest.
  const versions = new Map<number, number>();
  const addresses = new Map<number, number>();
  const actions = new Map<number, number>();
  const identities = new Map<number, number>();

  return {
    place(document, operation, row) {
      const { provider, service = "" } = document;
      const { method, path, baseUrl } = operation;
      const keys: readonly (readonly [Map<number, number>, number, FoldReason])[] = [
        [identities, identityOf(apiOf(document), method, path), "another version"],
        [versions, hash53(twinKey(provider, familyOf(provider, service), method, path)), "another version"],
        [addresses, hash53(addressKey(method, baseUrl, path)), "same address"],
        [actions, hash53(actionKey(document, operation)), "same action by another method"],
      ];
      for (const [seen, key, reason] of keys) {
        const of = seen.get(key);
        if (of !== undefined) return { kind: "twin", of, reason };
      }
      if (isEdition(provider, service)) return { kind: "edition only" };
      for (const [seen, key] of keys) seen.set(key, row);
      return { kind: "new" };
    },
  };
}

/** Query protocols describe one action once for GET and once for POST, and name it "GET_…" and "POST_…". */
function actionKey(document: SourceDocument, { method, operationId, path }: ImportedOperation): string {
  const action = /^(?:GET|POST)_(.+)$/.exec(operationId)?.[1];
  return `${apiOf(document)} ${path} ${action ?? method}`;
}
