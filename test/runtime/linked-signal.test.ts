/** A signal that ends with the first of several, and of which nothing is left behind with them. */
import { expect, test } from "bun:test";
import { linkedSignal } from "../../src/runtime/async/linked-signal.ts";

/** Counts who listens. */
function source() {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = new Set<unknown>();
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listening.add(listener);
    add.call(signal, type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never) => {
    listening.delete(listener);
    remove.call(signal, type, listener);
  };
  return { signal, listening, abort: (reason: unknown) => controller.abort(reason) };
}

test("it ends with the first of its sources, for its reason", () => {
  const [one, other] = [source(), source()];
  using linked = linkedSignal(one.signal, other.signal);
  expect(linked.signal.aborted).toBe(false);
  other.abort("gone");
  one.abort("late");
  expect(linked.signal.reason).toBe("gone");
});

test("of a source that is over it is over from the start", () => {
  using linked = linkedSignal(source().signal, AbortSignal.abort("gone"));
  expect(linked.signal.reason).toBe("gone");
});

test("once it is disposed of, its sources hold nothing of it and it ends no more", () => {
  const sources = [source(), source()];
  const linked = linkedSignal(...sources.map(({ signal }) => signal));
  expect(sources.map(({ listening }) => listening.size)).toEqual([1, 1]);
  linked[Symbol.dispose]();
  expect(sources.map(({ listening }) => listening.size)).toEqual([0, 0]);
  sources[0]?.abort("gone");
  expect(linked.signal.aborted).toBe(false);
});
