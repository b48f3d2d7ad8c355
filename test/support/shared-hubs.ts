/** Three hubs as processes on a PostgreSQL and a Redis of their own, whose one actor asks the test for its answers. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HubProcess, startHubProcess } from "./hub-process.ts";
import { startHttp } from "./http-server.ts";
import { actorText, LEAN } from "./killed-hubs.ts";
import { type OwnServer, ownPostgres, ownRedis } from "./own-servers.ts";

export interface SharedHubs extends AsyncDisposable {
  readonly hubs: readonly HubProcess[];
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  /** What the actor was asked for, in order. */
  readonly asked: string[];
  /** Waited for before the actor is answered. */
  beforeAnswer: (q: string) => Promise<void>;
  /** Told of each question before it is answered. */
  onAsked: (q: string) => void;
  /** Runs the actor, whose answers are kept for an hour; `undefined` where the hub has gone. */
  run(hub: number, q: string): Promise<Told | undefined>;
}

export interface Told {
  readonly status: number;
  /** Whether it was cached. */
  readonly isHit: boolean;
  readonly body: unknown;
}

const HUBS = 3;
const KEPT = { slug: "kept", tier: "cached", cacheTtlSeconds: 3_600 };
const UNLIMITED = "1000000000";

/** `settings` are those of each hub, by its number. */
export async function startSharedHubs(settings: readonly Readonly<Record<string, string>>[] = []): Promise<SharedHubs> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "hub-shared-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [postgres, redis] = await Promise.all([ownPostgres(), ownRedis()]);
  stack.use(postgres);
  stack.use(redis);
  const asked: string[] = [];
  const upstream = stack.use(
    await startHttp((request, response) => {
      const q = request.url?.slice(1) ?? "";
      asked.push(q);
      shared.onAsked(q);
      void shared.beforeAnswer(q).then(() => response.end(JSON.stringify({ run: asked.length })));
    }),
  );
  await mkdir(join(folder, "actors"));
  await writeFile(join(folder, "actors/kept.ts"), actorText(upstream.origin, KEPT));
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    HUB_ACTORS_DIR: join(folder, "actors"),
    HUB_SECRET: "a secret that all processes know",
    LIMIT_ANON_PER_MINUTE: UNLIMITED,
    LIMIT_ANON_PER_DAY: UNLIMITED,
    LIMIT_KEY_PER_MINUTE: UNLIMITED,
    LIMIT_REGISTER_PER_HOUR: UNLIMITED,
    LIMIT_FREE_KEYS_PER_DAY: UNLIMITED,
  };
  const hubs: HubProcess[] = [];
  stack.defer(async () => void (await Promise.all(hubs.map((hub) => hub.kill()))));
  for (let number = 0; number < HUBS; number++) {
    const dataDir = join(folder, `data-${number}`);
    await mkdir(dataDir, { mode: 0o700 });
    hubs.push(await startHubProcess({ ...env, HUB_DATA_DIR: dataDir, ...settings[number] }, LEAN));
  }
  const owned = stack.move();
  const shared: SharedHubs = {
    hubs,
    postgres,
    redis,
    asked,
    beforeAnswer: async () => undefined,
    onAsked: () => undefined,
    run: (hub, q) =>
      fetch(`${hubs[hub]?.url}/api/v1/genius/actors/${KEPT.slug}/run/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ q }),
      }).then(told, () => undefined),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return shared;
}

async function told(response: Response): Promise<Told> {
  const isHit = response.headers.get("cache-status")?.startsWith("hub; hit") ?? false;
  return { status: response.status, isHit, body: await response.json() };
}
