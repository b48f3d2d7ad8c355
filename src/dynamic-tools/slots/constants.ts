/** What is fixed of a tool's call. A caller may say otherwise. */
import { type Static, Type } from "@sinclair/typebox";
import type { Slot } from "./slots.ts";

const Values = Type.Record(Type.String(), Type.Unknown());

export const Constants = Type.Object({
  params: Values,
  body: Type.Optional(Type.Union([Values, Type.Array(Type.Unknown())])),
});
export type Constants = Static<typeof Constants>;

/** Each value at its slot's path; positions make arrays. */
export function constantsOf(filled: readonly { readonly slot: Slot; readonly sent: unknown }[]): Constants {
  const leavesOf = (place: Slot["place"]) =>
    filled.flatMap(({ slot, sent }) => (slot.place === place ? [{ path: slot.path, sent }] : []));
  const given = leavesOf("params");
  const params = Object.fromEntries(Object.entries(given.length === 0 ? {} : (nested(given) as object))); // Whatever they are called, no list.
  const leaves = leavesOf("body");
  if (leaves.length === 0) return { params };
  return { params, body: nested(leaves) as NonNullable<Constants["body"]> }; // A leaf of a body has a path, so this is no scalar.
}

function nested(leaves: readonly { readonly path: readonly string[]; readonly sent: unknown }[]): unknown {
  const [first] = leaves;
  if (first !== undefined && first.path.length === 0) return first.sent;
  const names = [...new Set(leaves.map(({ path }) => path[0] ?? ""))];
  const fields = names.map((name) => {
    const within = leaves
      .filter(({ path }) => path[0] === name)
      .map(({ path, sent }) => ({ path: path.slice(1), sent }));
    return [name, nested(within)] as const;
  });
  return names.every((name, at) => name === String(at)) ? fields.map(([, field]) => field) : Object.fromEntries(fields);
}
