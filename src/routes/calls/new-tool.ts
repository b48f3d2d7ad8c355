/** What a tool from plain words is asked for with: apart from what composes it, which is loaded when the first is. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { OneOf, type Static, Type, withDefault } from "../../runtime/actor.ts";
import type { Validation } from "../../runtime/schema.ts";

export const NewTool = Type.Object({
  description: Type.String({
    minLength: 1,
    maxLength: 16_384,
    pattern: "\\S",
    description:
      "What the tool shall do, in plain words, of which the first 1,000 characters are read. Fields may be written out (page_size=20, or as JSON), or the whole request (GET https://…).",
  }),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 20, description: "How many candidates are told." }), 5),
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  dry_run: withDefault(Type.Boolean({ description: "Show the exact request of the tool, too." }), false),
});

export type NewTool = Static<typeof NewTool>;

/** So many characters of a wish are read: a whole mail is not worth a refusal, nor minutes of work. */
export const MAX_WISH = 1000;

export function withLengthWarning(
  validate: (input: unknown) => Validation<NewTool>,
): (input: unknown) => Validation<NewTool> {
  return (input) => {
    const judged = validate(input);
    if (!judged.ok || judged.value.description.length <= MAX_WISH) return judged;
    const warning = `"description" has more than ${MAX_WISH} characters: only the first ${MAX_WISH} were read.`;
    return { ...judged, warnings: [...judged.warnings, warning] };
  };
}

/** The model's share of a call; without its answer the catalogue's draft is given. */
export const REFINE_MS = 20_000;
