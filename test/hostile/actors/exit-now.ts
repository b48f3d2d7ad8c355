/** Ends its process. */
import { attack, deno } from "./_attack.ts";

export default attack("exit-now", { exit: () => deno.exit(0) });
