/**
 * YAML that is cut at the end of a line is YAML all the same. What it had when it was read last tells: all that is gone
 * stood at its end, and nothing is new.
 */
import { type JsonObject, objectOf } from "../../text/foreign.ts";
import { escapePointer, unescapePointer } from "../../text/pointer.ts";
import { operationsOf } from "../spec/path-item.ts";
import type { Database } from "../sqlite.ts";
import { type Description, parsePart } from "./description.ts";
import { decompress } from "../spec/parts.ts";

/** Why a description may have lost its end since it was read last; `undefined` where it has not. */
export function lostEndOf(
  database: Database,
  old: "old" | "main",
  { source, api, before }: { readonly source: string; readonly api: string; readonly before: number },
  description: Description,
): string | undefined {
  const known = database
    .query<{ id: number; head: Uint8Array; parts: Uint8Array }, [string, string, number]>(
      `SELECT id, head, parts FROM ${old}.documents d WHERE source = ? AND api = ? AND id <= ?
       AND EXISTS (SELECT 1 FROM ${old}.entries e WHERE e.document = d.id AND e.vanished_at IS NULL) ORDER BY id DESC`,
    )
    .get(source, api, before);
  if (known === null) return undefined;
  const head = keysOf(known.head);
  const parts = keysOf(known.parts);
  const had = { head, components: parts.filter(isComponent), paths: parts.filter((one) => !isComponent(one)) };
  const has = {
    head: Object.keys(description.head),
    components: [...description.components.keys()],
    paths: Array.from(description.paths.keys(), (path) => `/paths/${escapePointer(path)}`),
  };
  const kinds = ["head", "components", "paths"] as const;
  if (kinds.some((kind) => has[kind].some((one) => !had[kind].includes(one)))) return undefined;
  const lost = kinds.map((kind) => had[kind].filter((one) => !has[kind].includes(one)));
  const isEnd = kinds.every(
    (kind, at) => had[kind].slice(had[kind].length - lost[at]!.length).join() === lost[at]!.join(),
  );
  if (!isEnd) return undefined;
  const first = lost.flat()[0] ?? lostMethod(database, old, known.id, description) ?? lostResponses(description);
  return first && `it lacks "${first}" and all that stood behind it`;
}

/** Of the last path: a cut may fall between two of its operations. */
function lostMethod(
  database: Database,
  old: "old" | "main",
  document: number,
  description: Description,
): string | undefined {
  const [path, slice] = [...description.paths].at(-1) ?? [];
  if (path === undefined || slice === undefined) return undefined;
  const has = new Set(operationsOf(parsePart(description, slice)).map(([method]) => method));
  return database
    .query<{ method: string }, [number, string]>(
      `SELECT method FROM ${old}.entries WHERE document = ? AND path = ? AND vanished_at IS NULL`,
    )
    .all(document, path)
    .map(({ method }) => method)
    .find((method) => !has.has(method));
}

/** Of the last operation: a cut may fall within it. That no other says what it answers either would be a habit. */
function lostResponses(description: Description): string | undefined {
  const operations = [...description.paths].flatMap(([path, slice]) =>
    inOrder(parsePart(description, slice)).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
  const last = operations.pop();
  const says = (one: typeof last) => Object.keys(objectOf(one?.operation?.responses)).length > 0;
  const isAlone = last === undefined || operations.length === 0;
  return isAlone || says(last) || !operations.every(says) ? undefined : `responses of ${last.name}`;
}

/** As they stand in the text. */
function inOrder(item: JsonObject) {
  const keys = Object.keys(item);
  const placeOf = (method: string) => keys.indexOf(method.toLowerCase());
  return operationsOf(item).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

function isComponent(pointer: string): boolean {
  return pointer.startsWith("/components/");
}

function keysOf(packed: Uint8Array): string[] {
  return Object.keys(objectOf(JSON.parse(decompress(packed).toString()))).map((key) =>
    key.startsWith("/") ? key : unescapePointer(key),
  );
}
