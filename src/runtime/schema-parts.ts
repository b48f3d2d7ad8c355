/** Schemas that several others are made of. */
import { Type } from "@sinclair/typebox";

/** The pattern of a text that says something. */
export const NOT_BLANK = "\\S";

/** A string that is one of `values`, as JSON Schema says it (`enum`) and in a form TypeBox checks. */
export function OneOf<const V extends readonly string[]>(
  values: V,
  options: { default?: V[number]; description?: string } = {},
) {
  const literal = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const schema = Type.String({ ...options, enum: [...values], pattern: `^(?:${literal.join("|")})$` });
  return Type.Unsafe<V[number]>(schema);
}
