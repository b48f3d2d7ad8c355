/**
 * Loads what makes tools from plain words, which a hub that is asked for none never needs: some two hundred files and the
 * words of five languages. In steps: as one it takes as long as others should not wait.
 */
import { setImmediate } from "node:timers/promises";
import { readOnce } from "../../catalog/words/loan-words.ts";

export async function loadComposer(): Promise<typeof import("./compose-tool.ts")> {
  readOnce();
  await setImmediate();
  await import("../../dynamic-tools/words/values/values.ts");
  await setImmediate();
  await import("../../dynamic-tools/fit/fit.ts");
  await setImmediate();
  await import("../../dynamic-tools/rank/coverage.ts");
  await setImmediate();
  await import("../../dynamic-tools/compose.ts");
  await setImmediate();
  return import("./compose-tool.ts");
}
