/** A body that may be one thing or another: an action by its type, a record by its kind. */
import { listOf } from "../../text/foreign.ts";
import type { ApiOperation } from "../../proxy/request/operation.ts";
import { fieldedBody, holds } from "./fields.ts";
import { followed } from "./schema.ts";

/** Some list dozens, one for each event. */
const MOST = 12;

/** The same operation with each of the others in turn, the first left out: as it stands, it is read by that. */
export function otherAlternatives(operation: ApiOperation): readonly ApiOperation[] {
  const { lookup } = operation;
  const form = fieldedBody(operation);
  if (form === undefined) return [];
  const { anyOf, oneOf, ...common } = followed(form.schema, lookup);
  const [, ...others] = listOf(oneOf ?? anyOf).slice(0, MOST);
  return others
    .filter((one) => holds(one, lookup))
    .map((one) => ({ ...operation, bodies: [{ ...form, schema: { allOf: [common, one] } }] }));
}
