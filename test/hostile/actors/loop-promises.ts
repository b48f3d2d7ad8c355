/** Never lets anything else have a turn. */
import { attack } from "./_attack.ts";

export default attack(
  "loop-promises",
  {
    loop: async () => {
      for (;;) await undefined;
    },
  },
  1_000,
);
