/** Whether the fence holds here: namespaces may be forbidden where the programs for them are installed. */
import { startChild } from "./child-process.ts";
import type { Fence } from "./fence.ts";

const LIMIT_MS = 10_000;

/** Starts one child. @throws {TypeError} that says why none comes up. */
export async function probeFence(fence: Fence): Promise<void> {
  let isUp = false;
  const child = startChild({
    fence,
    take() {
      isUp = true;
      child.kill("ended");
    },
  });
  const timer = setTimeout(() => child.kill("deadline"), LIMIT_MS);
  const { detail } = await child.ended;
  clearTimeout(timer);
  if (!isUp)
    throw new TypeError(`the fence cannot be put up here (${detail}); ACTOR_FENCE=weak does without namespaces`);
}
