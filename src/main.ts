/** The server. The engine is told how much memory it may use before anything else is loaded. */
import { fileURLToPath } from "node:url";
import { boundHeapGrowth } from "./app/process/heap-growth.ts";
import { refuseArguments } from "./app/process/refuse-arguments.ts";

// Those of the command that has imported it have been read.
if (import.meta.main) refuseArguments(process.argv.slice(2));
boundHeapGrowth();
const { runServer } = await import("./app/server-process.ts");
await runServer(fileURLToPath(import.meta.url));
