/** Amounts of XRP in bodies: numbers or numeric strings. */
import { invalidInput } from "../../runtime/errors.ts";
import { type Drops, parseXrp } from "../../runtime/money.ts";

/** @throws {HubError} `invalid_input` at this pointer. */
export function readXrp(amount: number | string, pointer: string): Drops {
  try {
    return parseXrp(String(amount));
  } catch {
    throw invalidInput(pointer, "must be an amount of XRP with at most 11 digits before the point and 6 behind it");
  }
}
