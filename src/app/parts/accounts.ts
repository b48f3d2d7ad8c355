/** Accounts as this hub keeps them: the part that server and shell share. */
import { type AccountServices, accountServices } from "../../accounts/services.ts";
import type { Networks } from "../../accounts/directory.ts";
import { memoryLimiters, postgresLimiters, redisLimiters } from "../../accounts/limits/limiters.ts";
import { countedHere, sharedLimiters } from "../../accounts/limits/shared-limiters.ts";
import type { Limiters } from "../../accounts/limits/windows.ts";
import type { Config } from "../settings/config.ts";
import { ledgerNames } from "../settings/ledger-servers.ts";
import { paidLedgers } from "./paid-ledgers.ts";
import { createCircuitBreaker } from "../../runtime/async/circuit-breaker.ts";
import { openRedis, type RedisConnection } from "../../redis/connection.ts";
import { OperatorError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import { hasSecret, type Secrets } from "../../store/hub/hub-key.ts";
import type { News } from "../../store/processes/news.ts";
import { openStore } from "../../store/drivers/open.ts";
import { earlierSecrets, keptSecret, storedSecret } from "../../store/hub/secret.ts";
import type { Store } from "../../store/store.ts";

/** Told what is wrong, in a sentence, and `undefined` when all processes count together again. */
type OnChange = (fault: string | undefined) => void;

/** It may be busy with what matters more. */
const DATABASE_MS = 250;

export interface ServiceDeps {
  readonly config: Config;
  readonly limiters: Limiters;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The ledgers that the hub is paid on; left out, those of the settings. */
  readonly networks?: Networks;
  /** How the processes of a hub tell each other that a key has ended; left out, nobody is told. */
  readonly news?: News;
}

export interface OpenLimiters extends AsyncDisposable {
  readonly limiters: Limiters;
  /** Where they are counted: for all processes of the hub together, or for this one. */
  readonly place: "redis" | "database" | "process";
  /** Why this process counts by itself though it should not, in a sentence. */
  readonly fault: () => Promise<string | undefined>;
}

/** The one connection of this process; `undefined` without `REDIS_URL`. */
export async function connectRedis(config: Config, onChange?: OnChange): Promise<RedisConnection | undefined> {
  return config.REDIS_URL === undefined
    ? undefined
    : openRedis(config.REDIS_URL, { onChange: faultOf("Redis", onChange) });
}

/**
 * Limits are counted where all processes of the hub see them: in Redis, else in PostgreSQL, else in the only process.
 * While that does not answer each of the `processes` grants its share.
 */
export async function openLimiters(
  config: Config,
  redis: RedisConnection | undefined,
  processes: () => number,
  onChange?: OnChange,
): Promise<OpenLimiters> {
  if (redis !== undefined)
    return {
      ...sharedLimiters({ shared: redisLimiters(redis.client), place: "Redis", breaker: redis.breaker, processes }),
      place: "redis",
      [Symbol.asyncDispose]: async () => undefined,
    };
  if (config.DATABASE_URL !== undefined) {
    const queries = (await import("../../store/drivers/postgres/postgres.ts")).openQueries(config.DATABASE_URL);
    const attempt = () => queries.query({ text: "SELECT 1" });
    const place = "The database";
    const breaker = createCircuitBreaker({ limitMs: DATABASE_MS, attempt, onChange: faultOf(place, onChange) });
    return {
      ...sharedLimiters({ shared: postgresLimiters(queries), place, breaker, processes }),
      place: "database",
      [Symbol.asyncDispose]: () => queries[Symbol.asyncDispose](),
    };
  }
  return {
    limiters: memoryLimiters(),
    place: "process",
    fault: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function faultOf(place: string, onChange: OnChange | undefined): OnChange {
  return (why) => onChange?.(why && `${countedHere(place)} (${why})`);
}

/** The hub's root secret, as it was set or is kept, and those it has replaced; `undefined` where there is none. */
export async function knownSecrets(config: Config): Promise<Secrets | undefined> {
  const { HUB_SECRET: set, HUB_SECRET_PREVIOUS: previous, HUB_DATA_DIR: folder } = config;
  const current = set ?? (await storedSecret(folder));
  if (current === undefined) return undefined;
  const replaced = previous === undefined ? [] : [previous];
  return { current, earlier: set === undefined ? [...replaced, ...(await earlierSecrets(folder))] : replaced };
}

/**
 * The same for a store; one that begins has its secret made.
 * @throws {OperatorError} where the store has one that is not known here
 */
export async function rootSecrets(config: Config, store: Store): Promise<Secrets> {
  const known = await knownSecrets(config);
  if (known !== undefined) return known;
  if (await hasSecret(store))
    throw new OperatorError(
      `Cannot use the store: it was made with a secret, HUB_SECRET is not set, and there is no file \`secret\` in ` +
        `${config.HUB_DATA_DIR}. Give this process the secret of the store's other processes`,
    );
  await keptSecret(config.HUB_DATA_DIR);
  return rootSecrets(config, store);
}

/** The accounts without a hub, for the shell: nobody is counted there. */
export async function openAccounts(
  config: Config,
): Promise<{ readonly store: Store; readonly services: AccountServices }> {
  const store = await openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { isPatient: true });
  const secrets = await secretsInShell(config, store);
  const networks = await paidLedgers(store, config);
  const clock = { now: Date.now };
  return { store, services: servicesOver(store, { config, secrets, networks, limiters: memoryLimiters(), clock }) };
}

/** Where the hub has begun, its secret may be on another machine: what the shell does with accounts needs none. */
async function secretsInShell(config: Config, store: Store): Promise<Secrets> {
  if (!(await hasSecret(store))) return rootSecrets(config, store);
  return (await knownSecrets(config)) ?? { current: crypto.randomUUID(), earlier: [] };
}

/** The services over a store, as the settings say. */
export function servicesOver(store: Store, deps: ServiceDeps): AccountServices {
  const { config, limiters, clock, secrets, networks = ledgerNames(config), news } = deps;
  return accountServices(store, limiters, clock, {
    networks,
    secret: secrets.current,
    earlierSecrets: secrets.earlier,
    orderTtlSeconds: config.ORDER_TTL_SECONDS,
    reservedTag: config.XRPL_DESTINATION_TAG,
    referralPercent: config.REFERRAL_PERCENT,
    anonymous: { perMinute: config.LIMIT_ANON_PER_MINUTE, perDay: config.LIMIT_ANON_PER_DAY },
    registration: { perHour: config.LIMIT_REGISTER_PER_HOUR, freePerDay: config.LIMIT_FREE_KEYS_PER_DAY },
    keyPerMinute: config.LIMIT_KEY_PER_MINUTE,
    news,
  });
}
