/** What can be asked of the two searches. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { MAX_TEXT, PER_API } from "../../catalog/search/search.ts";
import { AUTHS } from "../../runtime/catalog.ts";
import { METHODS } from "../../catalog/spec/path-item.ts";
import { TOOL_FORMATS, type ToolFormat } from "../../catalog/spec/definitions.ts";
import type { Validation } from "../../runtime/schema.ts";
import { OneOf, Type, withDefault } from "../../runtime/actor.ts";
import { CALLABLE } from "./callable.ts";

const Words = Type.String({
  minLength: 1,
  pattern: "\\S",
  description: `What shall be done, in your own words; of more than ${MAX_TEXT} characters the first count. A category's slug finds all of the category.`,
});

/** One of these, or several separated by commas. */
function severalOf(names: readonly string[], description: string) {
  const name = `(?:${names.join("|")})`;
  return Type.Optional(
    Type.String({ pattern: `^${name}(?:,${name})*$`, description: `${description}: ${names.join(", ")}` }),
  );
}

const METHOD_NAMES = METHODS.map((method) => method.toUpperCase());

export const SearchQuery = Type.Object({
  q: Words,
  auth: severalOf(AUTHS, "Only what needs one of these"),
  method: severalOf(METHOD_NAMES, "Only operations of one of these methods"),
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
  per_api: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: `Results of one API at most; 0 is no cap. Left out, ${PER_API} for a few words that name no API, else no cap.`,
    }),
  ),
  callable: Type.Optional(
    OneOf(CALLABLE, {
      description:
        "now: open, or connected by you; connectable: also what you could connect; any: all. What can be called now comes first among equals, of the best 500 matches.",
    }),
  ),
  explain: withDefault(Type.Boolean({ description: "Say why each result matched." }), false),
});

export const ToolQuery = Type.Object({
  q: Words,
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 50 }), 10),
  format: withDefault(OneOf(TOOL_FORMATS), "openai" as ToolFormat),
  full: withDefault(
    Type.Boolean({ description: "All of each schema, however large; else deep and long ones are summarised." }),
    false,
  ),
});

/** Agents ask with whole mails; what is too long to be read is not worth a refusal. */
export function cutLongWords<Query extends { q: string }>(
  validate: (input: unknown) => Validation<Query>,
): (input: unknown) => Validation<Query> {
  return (input) => {
    const judged = validate(input);
    if (!judged.ok || judged.value.q.length <= MAX_TEXT) return judged;
    const warning = `"q" has more than ${MAX_TEXT} characters: only the first ${MAX_TEXT} were searched for.`;
    const q = judged.value.q.trimStart().slice(0, MAX_TEXT);
    return { ...judged, value: { ...judged.value, q }, warnings: [...judged.warnings, warning] };
  };
}
