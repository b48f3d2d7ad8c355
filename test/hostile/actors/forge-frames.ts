/** Writes bytes of its own to the wire: no frame at all. */
import { attack, deno } from "./_attack.ts";

export default attack("forge-frames", {
  raw: () => void deno.stdout.writeSync(new TextEncoder().encode("hello, hub\n".repeat(9))),
});
