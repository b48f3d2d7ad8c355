/** Takes memory that the heap does not count. */
import { attack } from "./_attack.ts";

export default attack(
  "fill-buffers",
  {
    buffers: async () => {
      const all: Uint8Array[] = [];
      for (;;) {
        all.push(new Uint8Array(16 * 1024 * 1024).fill(1));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    hold: () => new Promise(() => undefined),
  },
  3_000,
);
