/** What tools show of the hub's answers: enough to choose and to call by, and little to read. */
import { inputSchema } from "../catalog/spec/definitions.ts";
import { summarise } from "../catalog/spec/summary.ts";
import { onlyReads } from "../runtime/entries/only-reads.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { operationOf } from "../text/only-operation.ts";
import { cutText, oneLine } from "../text/plain-text.ts";

/** Of one row of a search, in characters. */
const MAX_ROW_TEXT = 90;

export const SCHEMA_BYTES = 8000;

/** The items of a run, and what may be of use besides; or where it is found, while it goes on. */
export function runShape(body: JsonObject): JsonObject {
  if (isLater(body)) return laterShape(body);
  const { items, meta, cached } = body;
  const { report, next_actors: next } = objectOf(meta);
  const warnings = warningsOf(body);
  return {
    items,
    cached,
    cache: cached === true ? "hit" : "miss", // Also of an actor whose answers are never cached.
    ...(warnings.length > 0 && { warnings }),
    ...(report !== undefined && { report }),
    next_actors: next,
  };
}

/** What the hub warns of beside an answer: of a run within its `meta`. */
export function warningsOf({ warnings, meta }: JsonObject): readonly unknown[] {
  return listOf(warnings ?? objectOf(meta).warnings);
}

/** A run that has been written down, to be done later. */
function isLater({ run_id, status, location }: JsonObject): boolean {
  return typeof run_id === "string" && typeof status === "string" && typeof location === "string";
}

function laterShape({ run_id, status, slug }: JsonObject): JsonObject {
  return {
    run_id,
    status,
    slug,
    next: `Call get_run with run_id "${textOf(run_id)}"; with wait it answers at the end.`,
  };
}

/** A run of get_run, with what its tool would have told of its result. */
export function runDetailShape(body: JsonObject): JsonObject {
  const { run_id, status, slug, kind, error, result, charged_xrp } = body;
  if (status === "queued" || status === "running") return laterShape(body);
  return {
    run_id,
    status,
    slug,
    run_charged_xrp: charged_xrp,
    error,
    result: isObject(result) ? (kind === "actor" ? runShape : callShape)(result) : null,
  };
}

export function callShape(body: JsonObject): JsonObject {
  if (isLater(body)) return laterShape(body);
  const { success, slug, data, data_encoding, truncated, error, upstream, why, alternatives } = body;
  const { status, url } = objectOf(upstream);
  return {
    success,
    slug,
    data,
    ...(data_encoding === "base64" && { data_encoding }),
    ...(truncated === true && { upstream_truncated: true }),
    ...(error !== null && { error }),
    upstream: upstream === null ? null : { status, url },
    ...(why !== undefined && { why, alternatives }),
  };
}

/** One result of a search: enough to choose by. */
export function rowOf(result: unknown): JsonObject {
  const { kind, slug, name, api_title, description, method, auth, access, uses_llm } = objectOf(result);
  return {
    slug,
    kind,
    name: cut(textOf(name), 60),
    ...(kind === "api" && { api: cut(textOf(api_title), 40) }),
    description: cut(textOf(description), MAX_ROW_TEXT),
    // How an actor is called by HTTP is nothing to whoever has a tool that runs it.
    ...(kind === "api" && { method, auth, access: objectOf(access).state }),
    ...(uses_llm !== undefined && { uses_llm }),
  };
}

export function actorRow({ slug, description, input_schema, pricing_tier, uses_llm }: JsonObject): JsonObject {
  const { properties, required } = objectOf(input_schema);
  return {
    slug,
    does: cut(/^.*?[.](?=\s|$)/.exec(textOf(description))?.[0] ?? textOf(description), 160),
    needs: listOf(required),
    takes: Object.keys(objectOf(properties)).filter((name) => name !== "payment_signature"),
    tier: pricing_tier,
    uses_llm,
  };
}

/** What a call needs to know of a specification. */
export function callView(spec: JsonObject, slug: string): JsonObject {
  const { description, title } = objectOf(spec.info);
  const method = methodOf(spec);
  const [path = ""] = Object.keys(objectOf(spec.paths));
  const schema = inputSchema(spec);
  const tool = toolFor(spec);
  const isActor = tool === "run_actor";
  const operation = operationOf(spec);
  return {
    slug,
    name: textOf(operation.summary) || title,
    description: cut(textOf(operation.description) || textOf(description), 600),
    method,
    url: textOf(objectOf(listOf(spec.servers)[0]).url) + path,
    input_schema: summarise(isActor ? objectOf(objectOf(schema.properties).body) : schema, SCHEMA_BYTES),
    call_with: isActor ? "run_actor, the fields in input" : tool,
  };
}

/** The tool that calls what a specification is of. */
export function toolFor(spec: JsonObject): "run_actor" | "read_api" | "call_api" {
  const [path = ""] = Object.keys(objectOf(spec.paths));
  if (path.startsWith("/api/v1/genius/actors/")) return "run_actor";
  const method = methodOf(spec);
  return method === "GET" && onlyReads({ method, path }) ? "read_api" : "call_api";
}

/** As it is sent. Of the methods that have no field of their own the case tells them apart, too. */
export function methodOf(spec: JsonObject): string {
  const [item] = Object.values(objectOf(spec.paths));
  const { additionalOperations, ...own } = objectOf(item);
  const [additional] = Object.keys(objectOf(additionalOperations));
  return additional ?? (Object.keys(own)[0] ?? "").toUpperCase();
}

/** Foreign text as one line without markup, at most about so long. */
function cut(text: string, most: number): string {
  return cutText(oneLine(text.slice(0, 10 * most).replace(/<[^<>]{1,300}>/g, " ")), most);
}
