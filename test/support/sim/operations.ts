/** What the hub of the play sells, and its door: two charged actors over HTTP, of which one may answer from the cache. */
import type { Store } from "../../../src/store/store.ts";
import { echoActor } from "../actors.ts";
import { startHub, type TestHub } from "../hub.ts";
import { ofTheRequest } from "./scene.ts";
import { DEADLINE_MS } from "./time.ts";

/** Never cached, and cached for a minute. */
export const SLUGS = ["fresh", "kept"] as const;

/** The routes know no state, so one door serves all processes of all plays: each request says which is meant. */
export function openDoor(store: Store): Promise<TestHub> {
  const actors = SLUGS.map((slug) =>
    echoActor({
      slug,
      price: { tier: "enhanced", charged: () => true },
      cacheTtlSeconds: slug === "kept" ? 60 : 0,
      timeoutMs: DEADLINE_MS,
      run: () => ofTheRequest().process.perform(),
    }),
  );
  return startHub({ store, actors, stages: () => [(run) => ofTheRequest().process.execute(run)] });
}
