/** Never comes back. */
import { attack } from "./_attack.ts";

export default attack(
  "loop-forever",
  {
    loop: () => {
      for (;;);
    },
  },
  1_000,
);
