/** A store whose statements are told as spans: by the names of their queries, never with a value. */
import { beginSpan, currentSpan, inSpan } from "../runtime/span.ts";
import type { Step, Steps, Store } from "../store/store.ts";

/** The statements of one transaction that are named. */
const MAX_NAMES = 32;

/** `system` as OpenTelemetry names it, for example "postgresql". */
export function traceStore(store: Store, system: string): Store {
  return {
    ask: (build, values, purpose) => {
      if (currentSpan() === undefined) return store.ask(build, values, purpose);
      const facts = { "db.system.name": system, "db.operation.name": build.name };
      return inSpan(beginSpan(`store ${build.name}`, "client", facts), () => store.ask(build, values, purpose));
    },
    transact: (steps, durability) => {
      if (currentSpan() === undefined) return store.transact(steps, durability);
      const span = beginSpan("store transaction", "client", { "db.system.name": system });
      return inSpan(span, () =>
        store.transact(() => {
          const names: string[] = [];
          const tell = (): void => span?.note({ "db.operation.name": names.join(" ") });
          return named(steps(), names, tell);
        }, durability),
      );
    },
    fault: () => store.fault(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function* named<T>(steps: Steps<T>, names: string[], tell: () => void): Steps<T> {
  try {
    for (let state = steps.next(); ;) {
      if (state.done) return state.value;
      if (names.length < MAX_NAMES) names.push(state.value.build.name);
      state = yield* passed(steps, state.value);
    }
  } finally {
    tell();
  }
}

/** What a step fails with is thrown where it was asked. */
function* passed<T>(steps: Steps<T>, step: Step): Generator<Step, IteratorResult<Step, T>, unknown> {
  let result: unknown;
  try {
    result = yield step;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(result);
}
