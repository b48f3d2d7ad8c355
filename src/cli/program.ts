/** How the shell is called: by `bun run`, or by the executable that `bun run build` makes. */
import { basename } from "node:path";

const RUNTIMES = /^(?:bun|deno|node)(?:-|\.exe$|$)/;

const own = basename(process.execPath);
export const isExecutable = !RUNTIMES.test(own);
export const PROGRAM = isExecutable ? own : "bun run";
