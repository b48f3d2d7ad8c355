/** What calls of entries must bring: what the import has read of each, unless a row of the table speaks for its host. */
import { accessOfCode } from "../../access/access-code.ts";
import { accessOf, type DescribedOperation, planOf } from "../../access/assess.ts";
import type { AccessTable } from "../../access/table.ts";
import type { Access, AccessMethod, AccessPlan } from "../../runtime/access.ts";
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
  readonly slug: string;
  /** What its description says, as a number. */
  readonly access: number;
}

/** The ways that upstreams were seen to ask for, by slug. */
export type ObservedAccess = (slug: string) => readonly AccessMethod[];

export interface EntryAccess {
  of(entry: StoredEntry): Access;
  plan(entry: StoredEntry): AccessPlan;
}

export function createEntryAccess(
  parts: PartsReader,
  table: AccessTable,
  observed: ObservedAccess = () => [],
): EntryAccess {
  /** By base address and method: what the table says, `undefined` where it says nothing. */
  const ruled = new Map<string, Map<string, Access | undefined>>();

  return {
    of: (entry) => seen(stated(entry), observed(entry.slug)),
    plan(entry) {
      const plan = planOf(table, placeOf(entry), () => described(entry, parts));
      const ways = observed(entry.slug).map((method) => ({ method, placement: [], scopes: [] }));
      return plan.state === "unknown" && ways.length > 0
        ? {
            ...plan,
            ...seen(
              plan,
              ways.map(({ method }) => method),
            ),
            ways,
          }
        : plan;
    },
  };

  /** The same value each time, as long as the file is the same. */
  function stated({ method, base_url: baseUrl, access: code }: StoredEntry): Access {
    const byMethod = ruled.get(baseUrl) ?? new Map<string, Access | undefined>();
    const known = byMethod.get(method);
    if (known !== undefined || byMethod.has(method)) return known ?? accessOfCode(code);
    let isRuled = true;
    const access = accessOf(table, { method, baseUrl }, () => {
      isRuled = false;
      return accessOfCode(code);
    });
    if (ruled.size >= MAX_BASES) ruled.clear();
    ruled.set(baseUrl, byMethod.set(method, isRuled ? Object.freeze(access) : undefined));
    return access;
  }
}

/** There are a few thousand in all. */
const MAX_BASES = 20_000;

/** What was seen is believed only where nobody says anything. */
function seen(access: Access, methods: readonly AccessMethod[]): Access {
  if (access.state !== "unknown" || methods.length === 0) return access;
  return { state: "needs_connection", methods, source: "observed" };
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
