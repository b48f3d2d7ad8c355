/** What the actors answer: their list, and the envelope of a run. */
import { type TSchema, Type } from "@sinclair/typebox";
import { TIERS } from "../../runtime/actor.ts";
import { LEVELS } from "../../runtime/actors/placement.ts";
import { Anything, Moment, NextAction, Xrp } from "./common.ts";
import { RunError } from "./problem.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

export const ListedActor = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    version: Type.String(),
    tags: Type.Array(Type.String()),
    input_schema: Anything,
    cache_ttl_seconds: Type.Integer({ description: "0 is no caching." }),
    quality_score: Type.Number(),
    estimated_compute_units: Type.Number(),
    pricing_tier: OneOf(TIERS),
    uses_llm: Type.Boolean(),
    examples: Type.Array(Type.Object({ title: Type.String(), input: Anything })),
    next_actors: Type.Array(Type.String()),
    level: OneOf(LEVELS, { description: "Who brought it: the hub, its operator, or a package that was installed." }),
    reach: Type.Object(
      { hosts: Type.Array(Type.String()), llm: Type.Boolean() },
      { description: "The hosts it may fetch from, and whether it may ask the language model." },
    ),
  },
  { $id: "Actor" },
);

export const ActorList = Type.Object({ actors: Type.Array(ListedActor), count: Type.Integer() });

/** What is said of any run. */
const RUN_FACTS = {
  run_id: Type.String(),
  request_id: Type.String(),
  started_at: Moment,
  duration_ms: Type.Number(),
  charged_xrp: Xrp,
  warnings: Type.Array(Type.String()),
  receipt: Type.Optional(Type.String()),
};

export const CallMeta = Type.Object(RUN_FACTS, { $id: "CallMeta" });

const RunMeta = Type.Object(
  {
    ...RUN_FACTS,
    item_count: Type.Integer(),
    next_actors: Type.Array(Type.String()),
    cache_age_seconds: Type.Optional(Type.Integer()),
    report: Type.Optional(Anything),
    compute_units: Type.Number(),
    price_xrp: Xrp,
    pricing_tier: OneOf(TIERS),
    uses_llm: Type.Boolean(),
    actor_version: Type.String(),
    quality_score: Type.Number(),
    production_url: Type.String(),
    category: Type.String(),
  },
  { $id: "RunMeta" },
);

const X402Block = Type.Object(
  {
    protocol: Type.String(),
    per_call_xrp: Xrp,
    register: Type.String(),
    hub: Type.String(),
    note: Type.String(),
  },
  { $id: "X402" },
);

const ENVELOPE = {
  slug: Type.String(),
  source: Type.String(),
  meta: RunMeta,
  recommended_next_action: NextAction,
  x402: X402Block,
};

/** The envelope of a run that succeeded, whose items have the shape `item`. */
export function runResult(item: TSchema): TSchema {
  return Type.Object({
    success: Type.Literal(true),
    ...ENVELOPE,
    cached: Type.Boolean(),
    data: Type.Array(item),
    items: Type.Array(item, { description: "The same as `data`." }),
    error: Type.Null(),
  });
}

/** Whatever actor was run. */
const RunResult = runResult(Anything);

/** What a tool made from words would run, for `dry_run: true`. */
const DryRun = Type.Object(
  {
    dry_run: Type.Literal(true),
    method: Type.Literal("POST"),
    url: Type.String(),
    headers: Anything,
    body: Anything,
  },
  { $id: "ActorDryRun" },
);

export const RunAnswer = Type.Union([RunResult, DryRun]);

/** Of a run that was admitted and came to nothing. */
export const FailedRun = Type.Object(
  {
    success: Type.Literal(false),
    ...ENVELOPE,
    cached: Type.Literal(false),
    data: Type.Array(Type.Unknown(), { maxItems: 0 }),
    items: Type.Array(Type.Unknown(), { maxItems: 0 }),
    error: RunError,
  },
  { $id: "FailedRun" },
);
