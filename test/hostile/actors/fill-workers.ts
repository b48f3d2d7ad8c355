/** Takes memory and threads by workers. */
import { attack } from "./_attack.ts";

const code = `const all = []; for (;;) all.push(new Uint8Array(1024 * 1024).fill(1));`;
export default attack(
  "fill-workers",
  {
    workers: () => {
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      for (let count = 0; count < 100; count++)
        new Worker(url, { type: "module" }).onerror = (event) => event.preventDefault();
      return new Promise(() => undefined);
    },
  },
  2_000,
);
