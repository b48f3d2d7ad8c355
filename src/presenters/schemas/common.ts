/** Shapes that several answers share. */
import { type TSchema, Type } from "@sinclair/typebox";

export const Xrp = Type.Number({ description: "XRP, with at most six decimals." });
export const Moment = Type.String({ description: "ISO 8601." });
export const NextAction = Type.String({ description: "What to do now." });
export const Anything = Type.Record(Type.String(), Type.Unknown());
export const Warnings = Type.Optional(Type.Array(Type.String()));

export function orNull<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}
