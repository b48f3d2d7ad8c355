/** What is fixed of a tool's call. A caller may say otherwise. */
import { type Static, Type } from "@sinclair/typebox";

const Values = Type.Record(Type.String(), Type.Unknown());

export const Constants = Type.Object({ params: Values, body: Type.Optional(Values) });
export type Constants = Static<typeof Constants>;
