/** What processes of a hub tell each other at once. Whoever hears nothing finds it in the store a moment later. */

export interface News extends AsyncDisposable {
  /** Tells all processes, this one among them. Never fails, and may not arrive. */
  tell(topic: string, text: string): void;
  listen(topic: string, hear: (text: string) => void): Disposable;
}

/** Of a hub that is one process. */
export function localNews(): News & { deliver(topic: string, text: string): void } {
  const listeners = new Map<string, Set<(text: string) => void>>();
  const deliver = (topic: string, text: string): void => {
    for (const hear of listeners.get(topic) ?? []) hear(text);
  };
  return {
    deliver,
    tell: deliver,
    listen(topic, hear) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(hear));
      return { [Symbol.dispose]: () => void all.delete(hear) };
    },
    [Symbol.asyncDispose]: async () => listeners.clear(),
  };
}
