/** What the processes of a hub share through Redis to be faster, and each has by itself without it. */
import type { Metrics } from "../metrics/series.ts";
import { meterShared } from "../metrics/shared.ts";
import type { SharedFlights } from "../runtime/ports/shared-flights.ts";
import { sharedAnswers } from "../redis/answers.ts";
import type { RedisConnection } from "../redis/connection.ts";
import { redisFlights } from "../redis/flights.ts";
import { layeredCache } from "../redis/layered-cache.ts";
import { redisNews } from "../redis/news.ts";
import { createSealer, type Sealer } from "../runtime/crypto/sealer.ts";
import { memoryCache, type MemoryCache } from "../store/memory.ts";
import { type News, openNews } from "../store/processes/news.ts";
import type { Config } from "./settings/config.ts";
import type { World } from "./world.ts";

export interface SharedDeps {
  readonly config: Config;
  readonly redis: RedisConnection | undefined;
  /** The same in every process of the hub. */
  readonly hubKey: string;
  readonly metrics: Metrics;
  readonly world: Pick<World, "clock" | "log" | "ways">;
}

export interface SharedServices {
  readonly cache: MemoryCache;
  /** `undefined` without Redis. */
  readonly flights: SharedFlights | undefined;
  /** By the store's own ways, and by Redis. */
  readonly news: News;
  /** Why they do not go by Redis though they should, in a sentence for everybody. */
  readonly newsFault: () => string | undefined;
}

/** On which the answers of actors depend: the sources they ask, and the model. */
const SOURCES = [
  "COINGECKO_URL",
  "NWS_URL",
  "OPEN_METEO_URL",
  "WIKIPEDIA_URL",
  "WIKIDATA_URL",
  "NET_ALLOW",
  "LLM_BASE_URL",
  "LLM_MODEL",
  "EMBED_BASE_URL",
  "EMBED_MODEL",
  "EMBED_WEIGHT",
] as const satisfies readonly (keyof Config)[];

export function openShared({ config, redis, hubKey, metrics, world }: SharedDeps): SharedServices {
  const { clock, log, ways } = world;
  const near = memoryCache(clock);
  if (redis === undefined) return { cache: near, flights: undefined, news: openNews(ways), newsFault: () => undefined };
  const sealer = createSealer(hubKey, "what is kept in Redis");
  // What Redis holds outlives a restart: a process with other sources has answers of its own.
  const sources = JSON.stringify(SOURCES.map((name) => String(config[name] ?? "")));
  const ofSources: Sealer = (about) => sealer(`${sources} ${about}`);
  const far = sharedAnswers(redis, ofSources, clock);
  const { found, joined } = meterShared(metrics, redis.breaker.isOpen);
  let newsFault: string | undefined;
  const told = (fault: string | undefined): void => {
    newsFault = fault;
    if (fault === undefined) log.info("News go by Redis again.");
    else log.warn(`${fault} Allow its user +publish, +subscribe and the channels hub:news:*.`);
  };
  return {
    cache: layeredCache({ near, far, found, complain: log.failure }),
    flights: redisFlights(redis, { sealer: ofSources, joined }),
    news: openNews([...ways, redisNews(redis, sealer, told)]),
    newsFault: () => newsFault,
  };
}
