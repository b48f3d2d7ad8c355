/** The server. The engine is told how much memory it may use before anything else is loaded. */
import { fileURLToPath } from "node:url";
import { boundHeapGrowth } from "./app/heap-growth.ts";

boundHeapGrowth();
const { runServer } = await import("./app/server-process.ts");
await runServer(fileURLToPath(import.meta.url));
