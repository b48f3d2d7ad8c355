/**
 * The contract under Deno, which has neither bun:test nor the catalogue's SQLite:
 * `deno run -A test/contract/deno.ts`. One line per actor.
 */
import process from "node:process";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { contractFaults } from "./contract.ts";

let passed = 0;
let failed = 0;
for (const slug of await actorSlugs()) {
  const faults = await loadActor(slug).then(
    (actor) => contractFaults(slug, actor, memoryCatalog()),
    (error: unknown) => [`it cannot be loaded: ${String(error)}`],
  );
  if (faults.length === 0) passed++;
  else failed++;
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${slug}`);
  for (const fault of faults) console.log(`         ${fault}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
