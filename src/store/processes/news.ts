/** What processes of a hub tell each other at once. Whoever hears nothing finds it in the store a moment later. */
import { LRUCache } from "lru-cache";
import { jsonIn, listOf } from "../../text/foreign.ts";

export interface News extends AsyncDisposable {
  /** Tells all processes, this one among them. Never fails, and may not arrive. */
  tell(topic: string, text: string): void;
  listen(topic: string, hear: (text: string) => void): Disposable;
}

/** A way to the other processes. What it is given while it leads nowhere is lost. */
export interface NewsChannel extends AsyncDisposable {
  send(payload: string): void;
}

/** Opens a way; `hear` is told what comes on it, which may be anybody's words. */
export type OpenChannel = (hear: (payload: string) => void) => NewsChannel;

/** What has come on one way may come on another a moment later. */
const REMEMBERED = 4_096;

/** Each is told once, by whichever way it comes first. Without a way, that of a hub that is one process. */
export function openNews(ways: readonly OpenChannel[]): News {
  const own = crypto.randomUUID();
  const listeners = new Map<string, Set<(text: string) => void>>();
  const heard = new LRUCache<string, true>({ max: REMEMBERED });
  const channels = ways.map((open) => open(hear));
  let told = 0;

  return {
    tell(topic, text) {
      deliver(topic, text);
      const payload = JSON.stringify([own, topic, text, ++told]);
      for (const channel of channels) channel.send(payload);
    },
    listen(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return { [Symbol.dispose]: () => void all.delete(listener) };
    },
    async [Symbol.asyncDispose]() {
      listeners.clear();
      await Promise.all(channels.map((channel) => channel[Symbol.asyncDispose]()));
    },
  };

  function deliver(topic: string, text: string): void {
    for (const listener of listeners.get(topic) ?? []) listener(text);
  }

  function hear(payload: string): void {
    // What is no list are another program's words.
    const [from, topic, text, count] = listOf(jsonIn(payload));
    if (from === own || typeof topic !== "string" || typeof text !== "string") return;
    const id = `${String(from)} ${String(count)}`;
    // A process of an earlier version counts nothing, and has one way.
    if (count !== undefined && heard.has(id)) return;
    heard.set(id, true);
    deliver(topic, text);
  }
}

export const localNews = (): News => openNews([]);
