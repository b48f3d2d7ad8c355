/** What a tool from plain words is asked for with: apart from what composes it, which is loaded when the first is. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { OneOf, type Static, Type, withDefault } from "../../runtime/actor.ts";

export const NewTool = Type.Object({
  description: Type.String({
    minLength: 1,
    maxLength: 1000,
    pattern: "\\S",
    description:
      "What the tool shall do, in plain words. Fields may be written out (page_size=20, or as JSON), or the whole request (GET https://…).",
  }),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 20, description: "How many candidates are told." }), 5),
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  dry_run: withDefault(Type.Boolean({ description: "Show the exact request of the tool, too." }), false),
});

export type NewTool = Static<typeof NewTool>;

/** The model's share of a call; without its answer the catalogue's draft is given. */
export const REFINE_MS = 20_000;
