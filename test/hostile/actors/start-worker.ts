/** Reads files from a worker, which may not even start: its isolate needs more memory than is left. */
import { attack } from "./_attack.ts";

export default attack(
  "start-worker",
  {
    worker: () =>
      new Promise((resolve, reject) => {
        const code = `try { postMessage(Deno.readTextFileSync("/etc/passwd")) } catch { postMessage(undefined) }`;
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), {
          type: "module",
        });
        worker.onmessage = ({ data }) => (worker.terminate(), resolve(data));
        worker.onerror = reject;
      }),
  },
  1_000,
);
