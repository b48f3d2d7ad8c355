/** A Redis of a suite's own, with connections to it as several processes of one hub have them. */
import { afterAll, beforeAll } from "bun:test";
import { type RedisConnection, openRedis } from "../../src/redis/connection.ts";
import { createSealer } from "../../src/runtime/crypto/sealer.ts";
import { type OwnServer, ownRedis } from "./own-servers.ts";

/** Of one hub. */
export const SEALER = createSealer("aa".repeat(32), "redis");

const PATIENT_MS = 10_000;
/** As a hub has it. */
export const HURRIED_MS = 50;

export interface OpenRedisSuite {
  server(): OwnServer;
  /** Another process's; comes back when it answers. Left out, as patient as no test can tell. */
  connect(limitMs?: number): Promise<RedisConnection>;
}

export function redisSuite(): OpenRedisSuite {
  let started: OwnServer | undefined;
  const connections: RedisConnection[] = [];
  const server = (): OwnServer => {
    if (started === undefined) throw new Error("The server runs only while tests do");
    return started;
  };
  beforeAll(async () => {
    started = await ownRedis();
  });
  afterAll(async () => {
    for (const connection of connections) await connection[Symbol.asyncDispose]();
    await started?.[Symbol.asyncDispose]();
  });
  return {
    server,
    async connect(limitMs = PATIENT_MS) {
      const connection = await openRedis(server().url, { limitMs });
      connections.push(connection);
      await answering(connection);
      return connection;
    },
  };
}

/** Comes back when it is not left alone: as often as it takes, for a machine may be slow. */
export async function answering({ breaker }: RedisConnection): Promise<void> {
  for (;;) {
    const isThere = await breaker.check().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
