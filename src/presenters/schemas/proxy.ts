/** What proxy calls and composed tools answer. */
import { Type } from "@sinclair/typebox";
import { CallMeta } from "./actors.ts";
import { Entry } from "./catalog.ts";
import { Anything, Moment, NextAction, orNull, Warnings } from "./common.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

export const CallResult = Type.Object({
  success: Type.Boolean({ description: "Whether the upstream did what it was asked for." }),
  slug: Type.String(),
  source: Type.Literal("proxy"),
  tool: Type.Optional(Type.String()),
  category: Type.Optional(Type.String({ description: "Set where the hub chose the entry." })),
  why: Type.Optional(Type.Unknown()),
  alternatives: Type.Optional(Type.Array(Anything)),
  dry_run: Type.Optional(Type.Boolean()),
  data: Type.Unknown({ description: "What the upstream said: JSON as it is, text, or bytes in base64." }),
  data_encoding: Type.Optional(OneOf(["json", "text", "base64"])),
  truncated: Type.Boolean(),
  error: orNull(Anything),
  upstream: orNull(Anything),
  meta: CallMeta,
  recommended_next_action: NextAction,
});

const KeptTool = {
  slug: Type.String(),
  version: Type.Integer(),
  description: Type.String(),
  entry: Type.String(),
  constants: Anything,
  call_url: Type.String(),
  created_at: Moment,
  expires_at: Moment,
};

export const ToolList = Type.Object({ tools: Type.Array(Type.Object(KeptTool)), count: Type.Integer() });
export const ShownTool = Type.Object({ tool: Anything, ...KeptTool });
export const DeletedTool = Type.Object({ slug: Type.String(), deleted: Type.Literal(true) });

export const ComposedTool = Type.Object({
  tool: Type.Object({
    slug: Type.String(),
    input_schema: Anything,
    method: Type.String(),
    url_template: Type.String(),
  }),
  candidates: Type.Array(Entry),
  generated_by: OneOf(["catalog", "llm"]),
  confidence: Type.Number(),
  needs: Type.Unknown(),
  near_misses: Type.Array(Anything),
  actors: Type.Array(Anything),
  call_url: Type.String(),
  expires_at: orNull(Moment),
  dry_run: Type.Optional(Anything),
  warnings: Warnings,
  recommended_next_action: NextAction,
});
