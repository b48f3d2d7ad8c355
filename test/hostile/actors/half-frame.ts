/** Announces a frame and lets the next one be its body. */
import { attack, deno } from "./_attack.ts";

export default attack("half-frame", { head: () => void deno.stdout.writeSync(new Uint8Array([0, 0, 0, 20, 1])) });
