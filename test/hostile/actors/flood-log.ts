/** Fills the operator's log. */
import { attack } from "./_attack.ts";

const flood = attack("flood-log", {});
export default {
  ...flood,
  run: async (_: unknown, { log }: { log: { info(text: string): void } }) => {
    for (let line = 0; line < 2_000; line++) log.info("x".repeat(10_000));
    return [];
  },
};
