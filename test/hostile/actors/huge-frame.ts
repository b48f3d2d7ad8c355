/** Announces a frame that is never to end. */
import { attack, deno } from "./_attack.ts";

export default attack("huge-frame", {
  head: () => void deno.stdout.writeSync(new Uint8Array([0x65, 0x53, 0xf1, 0x00, 1])),
});
