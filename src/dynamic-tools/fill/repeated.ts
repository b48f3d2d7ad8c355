/** "PUT /devices/{id}", whose body must have the `id` once more: what the address says is said of the body, too. */
import type { Lookup } from "../../proxy/request/schema.ts";
import type { Constants } from "../slots/constants.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { takenForm } from "./taken-form.ts";

/** Only beside something else of the body: by itself it would look as if something had been said to change. */
export function withRepeated(constants: Constants, slots: readonly Slot[], lookup: Lookup): Constants {
  const { params, body } = constants;
  if (body === undefined || Array.isArray(body)) return constants;
  const repeated = slots
    .filter(({ place, path, needed, name }) => {
      return place === "body" && needed && path.length === 1 && !Object.hasOwn(body, name);
    })
    .flatMap((slot) => {
      const same = slots.find((one) => one.place === "params" && one.needed && isCalledAlike(one, slot));
      if (same === undefined || !Object.hasOwn(params, same.name)) return [];
      const sent = takenForm(slot, [params[same.name]], lookup);
      return sent === undefined ? [] : [[slot.name, sent] as const];
    });
  return { params, body: { ...body, ...Object.fromEntries(repeated) } };
}

function isCalledAlike(one: Slot, other: Slot): boolean {
  return spellOut(one.name) === spellOut(other.name);
}
