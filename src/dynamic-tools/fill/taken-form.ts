/** What a slot is sent: of several forms of a value the first that its schema takes. */
import { faultsOf, type Lookup } from "../../proxy/request/schema.ts";
import { ofType, type Slot } from "../slots/slots.ts";

/** `undefined` where it takes none of them. */
export function takenForm({ place, schema }: Slot, forms: readonly unknown[], lookup: Lookup): unknown {
  const judge = { lookup, isText: place === "params" };
  return forms
    .map((form) => ofType(form, schema))
    .find((form) => form !== undefined && faultsOf(form, schema, "", judge).length === 0);
}
