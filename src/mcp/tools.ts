/** The tools that every client is offered, in their order. */
import { OneOf, Type, withDefault } from "../runtime/actor.ts";
import { MAX_TEXT } from "../catalog/search/search.ts";
import { summarise } from "../catalog/spec/summary.ts";
import { type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { callOf, queryOf, runOf, segment } from "./requests.ts";
import {
  actorRow,
  callShape,
  callView,
  methodOf,
  rowOf,
  runDetailShape,
  runShape,
  SCHEMA_BYTES,
  toolFor,
} from "./shapes.ts";
import type { Annotations, Tool } from "./tool.ts";
import { Category, Confirm, DryRun, IdempotencyKey, MOST_SECONDS, Slug, Values, Wait } from "./tool-inputs.ts";

const KB = 1000;

const READS: Annotations = { readOnlyHint: true, openWorldHint: false };

const LIST = { type: "array" };

const OBJECT = { type: "object" };

const TEXT = { type: "string" };

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
    // One more than is searched for is enough for its warning.
    ask: ({ q, category, limit }) => ({
      method: "GET",
      target: `/api/v1/agent/search/?${queryOf({ q: textOf(q).slice(0, MAX_TEXT + 1), category, limit })}`,
    }),
    shape: ({ total, results, corrected_to, unknown_names }, { category }) => ({
      total,
      ...(total === 0 && { next: nextWords(category) }),
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
    description: "Call a GET operation of the catalogue. Costs one daily call; with a key a dry run is free.",
    input: Type.Object({
      slug: Slug,
      params: Type.Optional({ ...Values, description: "By the names of get_api_spec." }),
      dry_run: DryRun,
      confirm: Confirm,
    }),
    output: { success: { type: "boolean" }, data: {}, upstream: {} },
    annotations: { readOnlyHint: true, openWorldHint: true },
    isSold: true,
    takesConfirm: true,
    capBytes: 24 * KB,
    before: {
      ask: ({ slug }) => ({ method: "GET", target: `/api/v1/agent/tool/${segment(slug)}/spec/` }),
      refusal: (spec, { slug }) => {
        const tool = toolFor(spec);
        if (tool === "read_api") return undefined;
        const method = methodOf(spec);
        const kind =
          tool === "run_actor"
            ? "an actor"
            : `a ${method} operation${method === "GET" ? " that may change something" : ""}`;
        const instead = `Call ${tool} with slug "${textOf(slug)}".`;
        return { why: `"slug": is ${kind}, and this tool only reads APIs.`, instead };
      },
    },
    ask: ({ slug, params, dry_run }) => callOf(slug, { params, dry_run }),
    shape: callShape,
  },
  {
    name: "call_api",
    title: "Call an API",
    description:
      "Call any operation of the catalogue, a tool of create_tool, or the best of a category (with q). Costs one daily call; with a key a dry run is free.",
    input: Type.Object({
      slug: Slug,
      params: Type.Optional({ ...Values, description: "By the names of get_api_spec." }),
      body: Type.Optional(Type.Unknown({ description: "JSON." })),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "With a category." })),
      dry_run: DryRun,
      confirm: Confirm,
      idempotency_key: IdempotencyKey,
      wait: Wait,
    }),
    output: { success: { type: "boolean" }, data: {}, upstream: {} },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    isSold: true,
    takesConfirm: true,
    capBytes: 24 * KB,
    ask: ({ slug, params, body, q, dry_run, idempotency_key, wait }) =>
      callOf(slug, { params, body, q, dry_run }, idempotency_key, wait),
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
    shape: ({ actors }, { tag }) => {
      const all = listOf(actors).map(objectOf);
      const tagsOf = ({ tags, category }: JsonObject) => [...listOf(tags), category].map(textOf);
      const shown = all.filter((actor) => tag === undefined || tagsOf(actor).includes(textOf(tag)));
      const isNone = shown.length === 0 && tag !== undefined;
      return {
        actors: shown.map(actorRow),
        ...(isNone && { tags: [...new Set(all.flatMap(tagsOf))].sort() }), // Those there are.
      };
    },
  },
  {
    name: "run_actor",
    title: "Run an actor",
    description: "Run a tool of list_actors. Most are free; those that use a language model cost money.",
    input: Type.Object({
      slug: Type.String({ minLength: 1, maxLength: 64, description: "From list_actors." }),
      input: { ...Values, description: "By its own schema, in get_api_spec." },
      idempotency_key: IdempotencyKey,
      wait: Wait,
    }),
    output: { items: LIST },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    isSold: true,
    capBytes: 24 * KB,
    ask: ({ slug, input, idempotency_key, wait }) => runOf(textOf(slug), input, idempotency_key, wait),
    shape: runShape,
  },
  {
    name: "get_run",
    title: "See a run",
    description: "A run called with wait. Free.",
    input: Type.Object({
      run_id: Type.String({ minLength: 1, maxLength: 64 }),
      wait: withDefault(Type.Integer({ minimum: 0, maximum: MOST_SECONDS }), 0),
    }),
    output: { status: TEXT },
    annotations: READS,
    capBytes: 24 * KB,
    ask: ({ run_id, wait }) => ({ method: "GET", target: `/api/v1/runs/${segment(run_id)}/?${queryOf({ wait })}` }),
    shape: runDetailShape,
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

/** Nothing found is charged for as well: the next try should find something. */
function nextWords(category: unknown): string {
  return `Call search_apis again with other words, in English${category === undefined ? "" : ", or without category"}.`;
}

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
