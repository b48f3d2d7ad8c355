/** A store that fails at the so-many-th thing it is asked for: before a statement, or when all of it is done. */
import type { Steps, Store } from "../../src/store/store.ts";

export interface FailingStore {
  readonly store: Store;
  /** 1 is the next thing. */
  failAt(number: number): void;
  /** What failed since then: "before" a statement, which undoes its transaction, or "after" it was done; else nothing. */
  failed(): "before" | "after" | undefined;
}

export function failingStore(store: Store): FailingStore {
  let left = 0;
  let failure: "before" | "after" | undefined;

  return {
    store: {
      async ask(build, values) {
        pass("before");
        const result = await store.ask(build, values);
        pass("after");
        return result;
      },
      async transact(steps, durability) {
        const result = await store.transact(() => guarded(steps()), durability);
        pass("after");
        return result;
      },
      fault: () => store.fault(),
      [Symbol.asyncDispose]: async () => undefined,
    },
    failAt(number) {
      left = number;
      failure = undefined;
    },
    failed: () => failure,
  };

  function* guarded<T>(steps: Steps<T>): Steps<T> {
    let state = steps.next();
    while (!state.done) {
      pass("before");
      state = steps.next(yield state.value);
    }
    return state.value;
  }

  function pass(moment: "before" | "after"): void {
    if (--left !== 0) return;
    failure = moment;
    throw new Error("The disk is full");
  }
}
