/** Says that the run of somebody else is done. */
import { attack, deno } from "./_attack.ts";

function frame(message: object): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(message));
  const bytes = new Uint8Array(5 + body.length);
  new DataView(bytes.buffer).setUint32(0, 1 + body.length);
  bytes[4] = 1;
  bytes.set(body, 5);
  return bytes;
}

export default attack("other-runs", {
  done: () => void deno.stdout.writeSync(frame({ kind: "done", run: 999_999, value: [{ way: "forged", got: "all" }] })),
});
