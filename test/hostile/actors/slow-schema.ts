/** Has the hub hold long lists against a schema of many choices, which takes it seconds. */
import { Type } from "agent-api-hub/actor";
import { attack } from "./_attack.ts";

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const oneOf = (at: number, of: number) => ({ type: "string", enum: many(10, (word) => `${at} ${of} ${word}`) });

export default {
  ...attack("slow-schema", {}),
  output: Type.Object({
    all: Type.Array(Type.Unsafe({ anyOf: many(45, (at) => ({ anyOf: many(9, (of) => oneOf(at, of)) })) })),
  }),
  run: async () => [{ all: many(190_000, () => "44 8 9") }],
};
