/** What a hub stands on: its secrets, its store, and what its processes share. Opened first, and closed last. */
import type { Metrics } from "../metrics/series.ts";
import { openHubKey, type Secrets } from "../store/hub/hub-key.ts";
import type { Leadership } from "../store/processes/leader.ts";
import { openPresence, type Presence } from "../store/processes/presence.ts";
import type { Store } from "../store/store.ts";
import { type OpenLimiters, rootSecrets } from "./parts/accounts.ts";
import type { Config } from "./settings/config.ts";
import { keepPaidLedgers } from "./parts/paid-ledgers.ts";
import { whenStoreAnswers } from "./parts/store-at-start.ts";
import { openShared, type SharedServices } from "./shared.ts";
import type { OpenTraces } from "./telemetry/traces.ts";
import type { World } from "./world.ts";

export interface BackingServices extends SharedServices, AsyncDisposable {
  readonly secrets: Secrets;
  readonly traces: OpenTraces | undefined;
  readonly store: Store;
  readonly leadership: Leadership;
  readonly hubKey: string;
  readonly presence: Presence;
  readonly limits: OpenLimiters;
}

export async function openBackingServices(
  config: Config,
  world: World,
  metrics: Metrics,
  signal: AbortSignal,
): Promise<BackingServices> {
  const { opened, secrets, hubKey } = await openHubStore(config, world, signal);
  const traces = await world.openTraces({ metrics, salt: secrets.current });
  const store = traces?.store(opened) ?? opened;
  const leadership = await world.openLeadership();
  const redis = await world.connectRedis();
  const shared = openShared({ config, world, redis, hubKey, metrics });
  const presence = openPresence(shared.news, world.clock);
  const limits = await world.openLimiters(redis, presence.count);
  return {
    ...shared,
    secrets,
    traces,
    store,
    leadership,
    hubKey,
    presence,
    limits,
    async [Symbol.asyncDispose]() {
      await leadership[Symbol.asyncDispose]();
      presence[Symbol.dispose]();
      await shared.news[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await limits[Symbol.asyncDispose]();
      await redis?.[Symbol.asyncDispose]();
      await traces?.[Symbol.asyncDispose]();
    },
  };
}

/** The store, once all that a hub must know of it at its start was read. */
function openHubStore(config: Config, { openStore, ticks, log }: World, signal: AbortSignal) {
  const attempt = async () => {
    const opened = await openStore();
    try {
      const secrets = await rootSecrets(config, opened);
      const hubKey = await openHubKey(opened, secrets);
      await keepPaidLedgers(opened, config);
      return { opened, secrets, hubKey };
    } catch (error) {
      await opened[Symbol.asyncDispose]();
      throw error;
    }
  };
  if (config.DATABASE_URL === undefined) return attempt();
  return whenStoreAnswers(attempt, { ticks, log, waitMs: config.DATABASE_WAIT_SECONDS * 1000, signal });
}
