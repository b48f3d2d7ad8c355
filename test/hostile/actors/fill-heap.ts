/** Takes memory as objects. */
import { attack } from "./_attack.ts";

export default attack(
  "fill-heap",
  {
    heap: () => {
      const all: unknown[] = [];
      for (;;) all.push(Array.from({ length: 1_000 }, (_, at) => ({ at })));
    },
  },
  20_000,
);
