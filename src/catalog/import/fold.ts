/** Tells new operations from twins of one that was read before. What comes first is kept, so the best comes first. */
import type { SourceDocument } from "./source.ts";
import { apiOf } from "./source.ts";
import type { Operation } from "./operation.ts";
import { addressKey, familyOf, isEdition, twinKey } from "./versions.ts";

export type FoldReason = "another version" | "same address" | "same action by another method";

export type Placing =
  | { readonly kind: "new" }
  | { readonly kind: "twin"; readonly of: number; readonly reason: FoldReason }
  | { readonly kind: "edition only" };

export interface Folder {
  /** Judges an operation; if it is new, `row` is what later twins are told they belong to. */
  place(document: SourceDocument, operation: Operation, row: number): Placing;
}

export function createFolder(): Folder {
  const versions = new Map<string, number>();
  const addresses = new Map<string, number>();
  const actions = new Map<string, number>();

  return {
    place(document, operation, row) {
      const { provider, service = "" } = document;
      const { method, path, baseUrl } = operation;
      const keys: readonly (readonly [Map<string, number>, string | undefined, FoldReason])[] = [
        [versions, twinKey(provider, familyOf(provider, service), method, path), "another version"],
        [addresses, addressKey(method, baseUrl, path), "same address"],
        [actions, actionKey(document, operation), "same action by another method"],
      ];
      for (const [seen, key, reason] of keys) {
        const of = key === undefined ? undefined : seen.get(key);
        if (of !== undefined) return { kind: "twin", of, reason };
      }
      if (isEdition(provider, service)) return { kind: "edition only" };
      for (const [seen, key] of keys) if (key !== undefined) seen.set(key, row);
      return { kind: "new" };
    },
  };
}

/** Query protocols describe one action once for GET and once for POST, and name it "GET_…" and "POST_…". */
function actionKey(document: SourceDocument, { operationId, path }: Operation): string | undefined {
  const action = /^(?:GET|POST)_(.+)$/.exec(operationId)?.[1];
  return action === undefined ? undefined : `${apiOf(document)} ${path} ${action}`;
}
