/** What several tools take, described once. */
import { CATEGORIES } from "../catalog/categories.ts";
import { OneOf, Type, withDefault } from "../runtime/actor.ts";
import { IDEMPOTENCY_KEY } from "../runtime/http/idempotency-key.ts";

export const Slug = Type.String({ minLength: 1, maxLength: 200, description: "From search_apis." });

export const Values = Type.Record(Type.String(), Type.Unknown());

export const IdempotencyKey = Type.Optional(
  Type.String({
    pattern: IDEMPOTENCY_KEY,
    description: "The same key and arguments give the same answer for 24 h.",
  }),
);

/** Shorter than clients wait. */
export const MOST_SECONDS = 50;

export const Wait = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MOST_SECONDS,
    description: "Seconds; then see get_run.",
  }),
);

export const DryRun = withDefault(Type.Boolean({ description: "Show the request; free." }), false);

export const Confirm = Type.Optional(
  Type.Object(
    { connection_id: Type.String({ maxLength: 100 }), code: Type.String({ minLength: 1, maxLength: 40 }) },
    { description: "After connection_required: the code that your human was shown." },
  ),
);

export const Category = Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug)));
