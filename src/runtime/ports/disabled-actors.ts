/** Which actors the operator has switched off. */
import type { Awaitable } from "../world.ts";

export interface DisabledActors {
  isDisabled(slug: string): Awaitable<boolean>;
}
