/** What calls of entries must bring, read from where it is said: once for each entry, as lists ask for it often. */
import { accessOf, type DescribedOperation, planOf } from "../../access/assess.ts";
import type { AccessTable } from "../../access/table.ts";
import type { Access, AccessPlan } from "../../runtime/access.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { escapePointer } from "../../text/pointer.ts";
import { followItem, operationAt, pointerOf } from "../spec/path-item.ts";
import type { PartsReader } from "../spec/parts-reader.ts";

/** As the catalogue has it. */
export interface StoredEntry {
  readonly id: number;
  readonly document: number;
  readonly method: string;
  readonly path: string;
  readonly base_url: string;
}

export interface EntryAccess {
  of(entry: StoredEntry): Access;
  plan(entry: StoredEntry): AccessPlan;
}

export function createEntryAccess(parts: PartsReader, table: AccessTable): EntryAccess {
  // There are few different ones, and each is shown as it is.
  const distinct: Access[] = [];
  const numbers = new Map<string, number>();
  const known: number[] = [];

  return {
    of(entry) {
      const number = known[entry.id];
      if (number !== undefined) return distinct[number]!; // Only numbers of it are kept.
      const access = accessOf(table, placeOf(entry), () => described(entry, parts));
      const name = JSON.stringify(access);
      const found = numbers.get(name) ?? distinct.push(Object.freeze(access)) - 1;
      numbers.set(name, found);
      known[entry.id] = found;
      return distinct[found]!;
    },
    plan: (entry) => planOf(table, placeOf(entry), () => described(entry, parts)),
  };
}

function placeOf({ method, base_url: baseUrl }: StoredEntry): { method: string; baseUrl: string } {
  return { method, baseUrl };
}

function described({ document, path, method }: StoredEntry, parts: PartsReader): DescribedOperation {
  const read = (reference: string): unknown => readAt(parts, document, pointerOf(reference));
  const item = objectOf(followItem({ $ref: `#/paths/${encodeURIComponent(escapePointer(path))}` }, read));
  const operation = operationAt(item, method);
  const follow = (given: unknown): JsonObject => objectOf(followItem(objectOf(given), read));
  const head = objectOf(parts.head(document));
  const signingName = textOf(objectOf(head.info)["x-aws-signingName"]);
  return {
    ...(signingName !== "" && { signingName }),
    security: operation.security ?? head.security,
    schemes: parts.schemes(document),
    parameters: [...listOf(item.parameters), ...listOf(operation.parameters)].filter(isObject).map(follow),
    statuses: Object.keys(objectOf(operation.responses)),
  };
}

/** A part, or what lies in one. */
function readAt(parts: PartsReader, document: number, pointer: string | undefined): unknown {
  return pointer === undefined ? undefined : parts.read(document, pointer);
}
