/**
 * A signal that ends with the first of several others. Once it is disposed of, they hold nothing of it any more: what
 * listens to `AbortSignal.any` stays, with all that it refers to, until the engine collects everything.
 */

export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

export function linkedSignal(...sources: readonly AbortSignal[]): LinkedSignal {
  const linked = new AbortController();
  const follow = ({ target }: Event): void => linked.abort((target as AbortSignal).reason);
  for (const source of sources) {
    if (source.aborted) linked.abort(source.reason);
    else source.addEventListener("abort", follow, { once: true });
  }
  return {
    signal: linked.signal,
    [Symbol.dispose]() {
      for (const source of sources) source.removeEventListener("abort", follow);
    },
  };
}
