/** What the hub of the play sells, and its door: two charged actors over HTTP, of which one may answer from the cache. */
import type { Store } from "../../../src/store/store.ts";
import { echoActor } from "../actors.ts";
import type { RunKinds } from "../../../src/routes/http/later.ts";
import { createRegistry } from "../../../src/runtime/actors/registry.ts";
import { startHub, type TestHub } from "../hub.ts";
import { noCatalog, SILENT } from "../operations.ts";
import { ofTheRequest } from "./scene.ts";
import { DEADLINE_MS } from "./time.ts";
import type { Operation } from "../../../src/runtime/run/operation.ts";

/** Never cached, and cached for a minute. */
export const SLUGS = ["fresh", "kept"] as const;

const ACTORS = SLUGS.map((slug) =>
  echoActor({
    slug,
    price: { tier: "enhanced", charged: () => true },
    cacheTtlSeconds: slug === "kept" ? 60 : 0,
    timeoutMs: DEADLINE_MS,
    run: () => ofTheRequest().process.perform(),
  }),
);

/** What a run that was written down is found again by. */
export function playKinds(): RunKinds {
  const registry = createRegistry((_actor, signal) => ({
    signal,
    now: () => 0,
    log: SILENT,
    catalog: noCatalog,
    fetch: () => Promise.reject(new Error("A play has no network")),
  }));
  for (const [at, actor] of ACTORS.entries()) registry.offer(`${SLUGS[at]}.ts`, String(SLUGS[at]), actor, "1");
  const operation = (slug: string): Operation | undefined => registry.get(slug)?.operation;
  return new Map([["actor", { operation, write: () => undefined }]]);
}

/** The routes know no state, so one door serves all processes of all plays: each request says which is meant. */
export function openDoor(store: Store): Promise<TestHub> {
  return startHub({ store, actors: ACTORS, stages: () => [(run) => ofTheRequest().process.execute(run)] });
}
