/** The calls under way, so that a cancellation, which is a request of its own, finds the one it means. */
export function createRunningCalls() {
  const calls = new Map<string, AbortController>();
  const nameOf = (session: string, id: string | number): string => `${session} ${typeof id} ${id}`;
  return {
    begin(session: string | null, id: string | number) {
      const controller = new AbortController();
      const name = session === null ? undefined : nameOf(session, id);
      if (name !== undefined) calls.set(name, controller);
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          if (name !== undefined && calls.get(name) === controller) calls.delete(name);
        },
      };
    },
    cancel(session: string, id: string | number): void {
      calls.get(nameOf(session, id))?.abort();
    },
  };
}
