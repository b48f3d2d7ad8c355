/**
 * How many processes of a hub are alive, by what they tell each other. Nobody is asked: while the news reach nobody,
 * those that were heard last still count.
 */
import { ageOf, type Clock } from "../../runtime/world.ts";
import type { News } from "./news.ts";

export interface Presence extends Disposable {
  /** This process among them. */
  count(): number;
  /** Tells the others of this one; to be called every few seconds. */
  tell(): void;
}

const ALIVE = "process alive";
const ENDED = "process ended";
/** Who has said nothing for so long before the last of the others did is gone. */
const SILENT_MS = 30_000;
/** So long one counts where nobody else is heard either. */
const FORGOTTEN_MS = 3_600_000;
const MOST = 10_000;

export function openPresence(news: News, clock: Clock): Presence {
  const own = crypto.randomUUID();
  /** When each of the others was heard last. */
  const others = new Map<string, number>();
  let heardAt = 0;
  const tell = (): void => news.tell(ALIVE, own);

  const listening = [
    news.listen(ALIVE, (id) => {
      if (id === own) return;
      const isNew = !others.has(id);
      heardAt = clock.now();
      if (!isNew || others.size < MOST) others.set(id, heardAt);
      if (isNew) tell(); // It has heard of nobody yet.
    }),
    news.listen(ENDED, (id) => void others.delete(id)),
  ];
  tell();

  return {
    count() {
      const now = clock.now();
      for (const [id, at] of others)
        if (ageOf(at, heardAt) > SILENT_MS || ageOf(at, now) > FORGOTTEN_MS) others.delete(id);
      return 1 + others.size;
    },
    tell,
    [Symbol.dispose]() {
      for (const each of listening) each[Symbol.dispose]();
      news.tell(ENDED, own);
    },
  };
}
