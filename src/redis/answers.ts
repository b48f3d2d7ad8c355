/** Cached answers that all processes of a hub share. */
import type { CachedAnswer } from "../runtime/ports/answer.ts";
import type { Clock } from "../runtime/world.ts";
import { MAX_ANSWER_BYTES, readEntry, writeEntry } from "./answer-text.ts";
import type { RedisConnection } from "./connection.ts";
import { SEAL_BYTES, type Sealer } from "../runtime/crypto/sealer.ts";

export interface SharedAnswers {
  /** `undefined` where there is none that this hub has written. @throws while Redis does not answer. */
  get(key: string): Promise<CachedAnswer | undefined>;
  /** Leaves out what is too long. @throws while Redis does not answer. */
  set(key: string, entry: CachedAnswer): Promise<void>;
  /** Forgets what an operation has answered, by its slug. @throws while Redis does not answer. */
  forget(slug: string): Promise<void>;
  /** Nobody need ask, for the moment. */
  isAway(): boolean;
}

/** A later shape of the entries gets another one. */
const PREFIX = "hub:answer:1";
const SCANNED = 500;

export function sharedAnswers({ client, breaker }: RedisConnection, sealer: Sealer, clock: Clock): SharedAnswers {
  return {
    isAway: breaker.isOpen,

    async get(key) {
      const { name, open } = placeOf(key);
      // Whoever can write there could have left anything: no more of it is read than an entry may have.
      const bytes = await breaker.run(() => client.getrangeBuffer(name, 0, MAX_ANSWER_BYTES + SEAL_BYTES));
      const text = bytes.length === 0 ? undefined : open(bytes);
      return text === undefined ? undefined : readEntry(text, clock.now());
    },

    async set(key, entry) {
      const text = writeEntry(entry);
      if (text === undefined) return;
      const { name, seal } = placeOf(key);
      const bytes = seal(text);
      await breaker.run(() => client.set(name, bytes, "EX", entry.ttlSeconds));
    },

    async forget(slug) {
      let cursor = "0";
      do {
        const from = cursor;
        const [next, names] = await breaker.run(() =>
          client.scan(from, "MATCH", `${PREFIX}:${slug}:*`, "COUNT", SCANNED),
        );
        if (names.length > 0) await breaker.run(() => client.unlink(names));
        cursor = next;
      } while (cursor !== "0");
    },
  };

  /** The slug stands in the name, so that its answers can be forgotten; what was asked does not. */
  function placeOf(key: string): ReturnType<Sealer> {
    const place = sealer(`answer ${key}`);
    return { ...place, name: `${PREFIX}:${key.slice(0, Math.max(0, key.indexOf("@")))}:${place.name}` };
  }
}
