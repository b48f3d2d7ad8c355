/** The tools that every client is offered, in their order. */
import { OneOf, Type, withDefault } from "../runtime/actor.ts";
import { CATEGORIES } from "../catalog/categories.ts";
import { inputSchema } from "../catalog/spec/definitions.ts";
import { summarise } from "../catalog/spec/summary.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { cutText, oneLine } from "../text/plain-text.ts";
import type { Annotations, Arguments, Ask, Tool } from "./tool.ts";

const KB = 1000;
const READS: Annotations = { readOnlyHint: true, openWorldHint: false };
const LIST = { type: "array" };
const OBJECT = { type: "object" };
const TEXT = { type: "string" };

const Slug = Type.String({ minLength: 1, maxLength: 200, description: "From search_apis." });
const Values = Type.Record(Type.String(), Type.Unknown());
const IdempotencyKey = Type.Optional(
  Type.String({
    pattern: "^[A-Za-z0-9_-]{16,128}$",
    description: "The same key and arguments give the same answer for 24 h.",
  }),
);
const DryRun = withDefault(Type.Boolean({ description: "Show the request; free." }), false);
const Confirm = Type.Optional(
  Type.Object(
    { connection_id: Type.String({ maxLength: 100 }), code: Type.String({ minLength: 1, maxLength: 40 }) },
    { description: "After connection_required: the code that your human was shown." },
  ),
);
const Category = Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug)));

/** Of one row of a search, in characters. */
const MAX_ROW_TEXT = 90;
const SCHEMA_BYTES = 8 * KB;

export const TOOLS: readonly Tool[] = [
  {
    name: "search_apis",
    title: "Search APIs",
    description: "Find an API operation, or an actor, that does what the words say. Costs one daily call of the key.",
    input: Type.Object({
      q: Type.String({ minLength: 1, pattern: "\\S", description: "What shall be done, in plain words." }),
      category: Category,
      limit: withDefault(Type.Integer({ minimum: 1, maximum: 25 }), 8),
    }),
    output: { total: { type: "integer" }, results: LIST },
    annotations: READS,
    isSold: true,
    capBytes: 8 * KB,
    ask: ({ q, category, limit }) => ({
      method: "GET",
      target: `/api/v1/agent/search/?${queryOf({ q, category, limit })}`,
    }),
    shape: ({ total, results, corrected_to, unknown_names }) => ({
      total,
      ...(corrected_to !== undefined && { corrected_to }),
      ...(unknown_names !== undefined && { unknown_names }),
      results: listOf(results).map(rowOf),
    }),
  },
  {
    name: "get_api_spec",
    title: "Read a specification",
    description: "How an operation or actor is called: its parameters, body and what it needs. Free.",
    input: Type.Object({
      slug: Slug,
      view: withDefault(OneOf(["call", "full"], { description: "full is the OpenAPI document." }), "call" as const),
    }),
    output: { slug: TEXT, method: TEXT, input_schema: OBJECT, openapi: TEXT },
    annotations: READS,
    capBytes: 16 * KB,
    ask: ({ slug }) => ({ method: "GET", target: `/api/v1/agent/tool/${segment(slug)}/spec/` }),
    shape: (spec, { slug, view }) => (view === "full" ? spec : callView(spec, textOf(slug))),
  },
  {
    name: "read_api",
    title: "Read from an API",
    description: "Call a GET operation of the catalogue. Costs one daily call; a dry run is free.",
    input: Type.Object({
      slug: Slug,
      params: Type.Optional({ ...Values, description: "By the names of get_api_spec." }),
      dry_run: DryRun,
      confirm: Confirm,
    }),
    output: { success: { type: "boolean" }, data: {}, upstream: {} },
    annotations: { readOnlyHint: true, openWorldHint: true },
    isSold: true,
    capBytes: 24 * KB,
    before: {
      ask: ({ slug }) => ({ method: "GET", target: `/api/v1/agent/tool/${segment(slug)}/spec/` }),
      refusal: (spec, { slug }) => {
        const method = methodOf(spec);
        if (method === "GET") return undefined;
        const instead = `Call call_api with slug "${textOf(slug)}".`;
        return { why: `"slug": is a ${method} operation, and this tool only reads.`, instead };
      },
    },
    ask: ({ slug, params, dry_run }) => callOf(slug, { params, dry_run }),
    shape: callShape,
  },
  {
    name: "call_api",
    title: "Call an API",
    description:
      "Call any operation of the catalogue, a tool of create_tool, or the best of a category (with q). Costs one daily call; a dry run is free.",
    input: Type.Object({
      slug: Slug,
      params: Type.Optional({ ...Values, description: "By the names of get_api_spec." }),
      body: Type.Optional(Type.Unknown({ description: "JSON." })),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "With a category." })),
      dry_run: DryRun,
      confirm: Confirm,
      idempotency_key: IdempotencyKey,
    }),
    output: { success: { type: "boolean" }, data: {}, upstream: {} },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    isSold: true,
    capBytes: 24 * KB,
    ask: ({ slug, params, body, q, dry_run, idempotency_key }) =>
      callOf(slug, { params, body, q, dry_run }, idempotency_key),
    shape: callShape,
  },
  {
    name: "list_actors",
    title: "List actors",
    description: "Ready-made tools of this hub, such as weather, prices, news and pages. Free.",
    input: Type.Object({ tag: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: { actors: LIST },
    annotations: READS,
    capBytes: 6 * KB,
    ask: () => ({ method: "GET", target: "/api/v1/genius/actors/" }),
    shape: ({ actors }, { tag }) => ({
      actors: listOf(actors)
        .map(objectOf)
        .filter((actor) => tag === undefined || listOf(actor.tags).includes(tag) || actor.category === tag)
        .map(actorRow),
    }),
  },
  {
    name: "run_actor",
    title: "Run an actor",
    description: "Run a tool of list_actors. Most are free; those that use a language model cost money.",
    input: Type.Object({
      slug: Type.String({ minLength: 1, maxLength: 64, description: "From list_actors." }),
      input: { ...Values, description: "By its own schema, in get_api_spec." },
      idempotency_key: IdempotencyKey,
    }),
    output: { items: LIST },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    isSold: true,
    capBytes: 24 * KB,
    ask: ({ slug, input, idempotency_key }) => runOf(textOf(slug), input, idempotency_key),
    shape: runShape,
  },
  {
    name: "create_tool",
    title: "Make a tool",
    description: "Make a callable tool from plain words, kept for the key; call_api calls it. Costs one daily call.",
    input: Type.Object({
      description: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "What it shall do." }),
      category: Category,
    }),
    output: { tool: OBJECT, needs: {}, confidence: { type: "number" } },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    isSold: true,
    capBytes: 8 * KB,
    ask: (args) => ({ method: "POST", target: "/api/v1/agent/dynamic-tool/", body: args }),
    shape: ({ tool, needs, confidence, candidates, expires_at }) => {
      const { slug, description, input_schema, method, auth } = objectOf(tool);
      const schema = summarise(objectOf(input_schema), SCHEMA_BYTES / 2);
      return {
        tool: { slug, description, method, auth, input_schema: schema },
        needs,
        confidence,
        expires_at,
        candidates: listOf(candidates).map((one) => rowOf({ kind: "api", ...objectOf(one) })),
      };
    },
  },
  {
    name: "get_usage",
    title: "See usage",
    description: "Daily calls and balance that the key has left. Free.",
    input: Type.Object({}),
    output: { quota: OBJECT, balance: OBJECT },
    annotations: READS,
    capBytes: 4 * KB,
    ask: () => ({ method: "GET", target: "/api/v1/agent/usage/" }),
    shape: ({ key, quota, balance, daily, recent }) => ({
      key,
      quota,
      balance,
      daily: listOf(daily).slice(0, 7),
      recent: listOf(recent).slice(0, 8),
    }),
  },
];

/** The tool that reads on where an answer was cut; the hub answers it itself. */
export const GET_MORE = {
  name: "get_more",
  title: "Read on",
  description: "The next part of an answer that was cut, by its next_cursor. Free, and runs nothing again.",
  input: Type.Object({ cursor: Type.String({ minLength: 1, maxLength: 100 }) }),
  output: { items: LIST, text: TEXT },
  annotations: READS,
  capBytes: 24 * KB,
} as const;

export function runOf(slug: string, input: unknown, idempotencyKey?: unknown) {
  return {
    method: "POST",
    target: `/api/v1/genius/actors/${segment(slug)}/run/`,
    body: input,
    idempotencyKey: idempotencyKey as string | undefined, // Judged by the tool's schema.
  } as const;
}

/** The items of a run, and what may be of use besides. */
export function runShape({ items, meta, cached }: JsonObject): JsonObject {
  const { warnings, report, next_actors: next } = objectOf(meta);
  return {
    items,
    cached,
    ...(listOf(warnings).length > 0 && { warnings }),
    ...(report !== undefined && { report }),
    next_actors: next,
  };
}

/** Binds what a human has given on the page of a link, with the code that the page showed. */
export function confirmationOf({ confirm }: Arguments): Ask | undefined {
  if (!isObject(confirm)) return undefined;
  const { connection_id: id, code } = confirm;
  return { method: "POST", target: `/api/v1/agent/connections/${segment(id)}/confirm/`, body: { code } };
}

function callOf(slug: unknown, given: Arguments, idempotencyKey?: unknown) {
  return {
    method: "POST",
    target: `/api/v1/agent/proxy/${segment(slug)}/call/`,
    body: given,
    idempotencyKey: idempotencyKey as string | undefined, // Judged by the tool's schema.
  } as const;
}

function callShape({
  success,
  slug,
  data,
  data_encoding,
  truncated,
  error,
  upstream,
  why,
  alternatives,
}: JsonObject): JsonObject {
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
function rowOf(result: unknown): JsonObject {
  const { kind, slug, name, api_title, description, method, auth, access, uses_llm } = objectOf(result);
  return {
    slug,
    kind,
    name: cut(textOf(name), 60),
    ...(api_title !== undefined && { api: cut(textOf(api_title), 40) }),
    description: cut(textOf(description), MAX_ROW_TEXT),
    ...(method !== undefined && { method, auth, access: objectOf(access).state }),
    ...(uses_llm !== undefined && { uses_llm }),
  };
}

function actorRow({ slug, description, input_schema, pricing_tier, uses_llm }: JsonObject): JsonObject {
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
function callView(spec: JsonObject, slug: string): JsonObject {
  const { description, title } = objectOf(spec.info);
  const method = methodOf(spec);
  const [path = ""] = Object.keys(objectOf(spec.paths));
  const schema = inputSchema(spec);
  const isActor = path.startsWith("/api/v1/genius/actors/");
  const operation = objectOf(objectOf(objectOf(spec.paths)[path])[method.toLowerCase()]);
  return {
    slug,
    name: textOf(operation.summary) || title,
    description: cut(textOf(operation.description) || textOf(description), 600),
    method,
    url: textOf(objectOf(listOf(spec.servers)[0]).url) + path,
    input_schema: summarise(isActor ? objectOf(objectOf(schema.properties).body) : schema, SCHEMA_BYTES),
    call_with: isActor ? "run_actor, the fields in input" : method === "GET" ? "read_api" : "call_api",
  };
}

function methodOf(spec: JsonObject): string {
  const [operations] = Object.values(objectOf(spec.paths));
  const method = Object.keys(objectOf(operations)).find((name) =>
    /^(?:get|put|post|delete|patch|head|options|trace)$/.test(name),
  );
  return (method ?? "get").toUpperCase();
}

function queryOf(given: Arguments): string {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(stated.map(([name, value]) => [name, String(value)])).toString();
}

function segment(slug: unknown): string {
  return encodeURIComponent(
    textOf(slug)
      .replace(/\p{Surrogate}/gu, "\ufffd")
      .replace(/^\.+$/, "_"),
  );
}

/** Foreign text as one line without markup, at most about so long. */
function cut(text: string, most: number): string {
  return cutText(oneLine(text.slice(0, 10 * most).replace(/<[^<>]{1,300}>/g, " ")), most);
}
