/** News by Redis, sealed: heard on a connection of its own, told on the one that everything uses. */
import type { NewsChannel, OpenChannel } from "../store/news.ts";
import { endSilentGreetings, type RedisConnection } from "./connection.ts";
import type { Sealer } from "../runtime/sealer.ts";

const PREFIX = "hub:news:1";
/** More than any news has; what is longer is nobody's of this hub. */
const MAX_BYTES = 16 * 1024;

export function redisNews({ client, breaker }: RedisConnection, sealer: Sealer): OpenChannel {
  const place = sealer("news");
  const channel = `${PREFIX}:${place.name}`;

  return (hear): NewsChannel => {
    const listening = client.duplicate({ autoResubscribe: false });
    listening.on("error", () => undefined);
    endSilentGreetings(listening);
    // Each time it is connected anew, for who listens is forgotten with its connection.
    listening.on("ready", () => void listening.subscribe(channel).catch(() => undefined));
    listening.on("messageBuffer", (_channel: Buffer, bytes: Buffer) => {
      const payload = bytes.length <= MAX_BYTES ? place.open(bytes) : undefined;
      if (payload !== undefined) hear(payload);
    });
    return {
      send: (payload) => void breaker.run(() => client.publish(channel, place.seal(payload))).catch(() => undefined),
      [Symbol.asyncDispose]: async () => listening.disconnect(),
    };
  };
}
