/** News by Redis, sealed: heard on a connection of its own, told on the one that everything uses. */
import type { NewsChannel, OpenChannel } from "../store/processes/news.ts";
import { endSilentGreetings, type RedisConnection } from "./connection.ts";
import type { Sealer } from "../runtime/crypto/sealer.ts";

const PREFIX = "hub:news:1";
/** More than any news has; what is longer is nobody's of this hub. */
const MAX_BYTES = 16 * 1024;
/** By its user's rights, or as its operator has renamed or left out a command. */
const FORBIDDEN = /^(?:NOPERM|ERR unknown command)/;

/**
 * `onChange` is told what the server forbids the hub's user, in a sentence for everybody, and `undefined` when it forbids
 * nothing any more. That is no fault of the server: for all else it is used on.
 */
export function redisNews(
  { client, breaker }: RedisConnection,
  sealer: Sealer,
  onChange?: (fault: string | undefined) => void,
): OpenChannel {
  const place = sealer("news");
  const channel = `${PREFIX}:${place.name}`;

  return (hear): NewsChannel => {
    const denied = new Set<string>();
    const listening = client.duplicate({ autoResubscribe: false });
    listening.on("error", () => undefined);
    endSilentGreetings(listening);
    // Each time it is connected anew, for who listens is forgotten with its connection.
    listening.on("ready", subscribe);
    listening.on("messageBuffer", (_channel: Buffer, bytes: Buffer) => {
      const payload = bytes.length <= MAX_BYTES ? place.open(bytes) : undefined;
      if (payload !== undefined) hear(payload);
    });
    return {
      send(payload) {
        if (denied.has("SUBSCRIBE")) subscribe();
        const publish = () => allowed("PUBLISH", client.publish(channel, place.seal(payload)));
        void breaker.run(publish).catch(() => undefined);
      },
      [Symbol.asyncDispose]: async () => listening.disconnect(),
    };

    function subscribe(): void {
      void allowed("SUBSCRIBE", listening.subscribe(channel)).catch(() => undefined);
    }

    /** What is forbidden is told, and fails nobody. */
    async function allowed(command: string, asked: Promise<unknown>): Promise<void> {
      try {
        await asked;
        if (denied.delete(command)) onChange?.(faultOf(denied));
      } catch (error) {
        if (!(error instanceof Error && FORBIDDEN.test(error.message))) throw error;
        if (denied.has(command)) return;
        denied.add(command);
        onChange?.(faultOf(denied));
      }
    }
  };
}

function faultOf(denied: ReadonlySet<string>): string | undefined {
  if (denied.size === 0) return undefined;
  const commands = [...denied].toSorted().join(" and ");
  return `Redis does not let this hub use ${commands} on its channel: what one process ends, others find in the store.`;
}
