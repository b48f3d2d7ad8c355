/** The names by which callers make repeats of a request known. */
import { HubError } from "../errors.ts";

/** As JSON Schema says it. */
export const IDEMPOTENCY_KEY = "^[A-Za-z0-9_-]{16,128}$";

const KEY = new RegExp(IDEMPOTENCY_KEY);

/** @throws {HubError} `invalid_input` */
export function assertIdempotencyKey(key: string): void {
  if (!KEY.test(key))
    throw new HubError("invalid_input", "Idempotency-Key needs 16 to 128 characters of A-Z, a-z, 0-9, _ and -.");
}
