/** Rows that are over, taken out a few at a time: a row may hold an answer of 256 Ki characters, and others wait meanwhile. */
import { setImmediate } from "node:timers/promises";
import type { Build, Store, Values } from "./store.ts";

/** What a query may take out at once, and says that it has. */
export const FORGOTTEN_AT_ONCE = 64;

/** Asks until hardly anything is left. `build` takes out at most `FORGOTTEN_AT_ONCE` rows, and returns them. */
export async function forgetAll(store: Store, build: Build<unknown[]>, values: Values): Promise<void> {
  while ((await store.ask(build, values)).length === FORGOTTEN_AT_ONCE) await setImmediate();
}
