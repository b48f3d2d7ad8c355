/** Finds out whether a job has left its thread as it found it: with the same built-in objects, and without timers. */

const NAMES = (
  "Object Function Array String Number Boolean Symbol BigInt Error TypeError RangeError SyntaxError Promise RegExp Date " +
  "Map Set WeakMap WeakSet WeakRef ArrayBuffer Uint8Array DataView JSON Math Reflect Proxy Iterator Intl"
).split(" ");

type TraceHolder = Readonly<Record<PropertyKey, unknown>>;
type Snapshot = ReadonlyMap<object, ReadonlyMap<PropertyKey, unknown>>;

export interface JobTraces {
  /** To be called before a job, when its module has been imported. */
  begin(): void;
  /** Whether the job has changed a built-in object, named something globally, or left a timer behind. */
  isLeft(): boolean;
}

/** Watches over the thread that it is called in, from now on. */
export function watchTraces(): JobTraces {
  const timers = watchTimers();
  let before: Snapshot = new Map();
  let names = 0;
  return {
    begin() {
      before = snapshot();
      names = Reflect.ownKeys(globalThis).length;
      timers.forget();
    },
    isLeft: () => timers.isAnyLeft() || Reflect.ownKeys(globalThis).length !== names || !isEqual(before, snapshot()),
  };
}

function snapshot(): Snapshot {
  const known = new Map<object, ReadonlyMap<PropertyKey, unknown>>();
  const globals = globalThis as unknown as TraceHolder;
  known.set(globalThis, new Map(NAMES.map((name) => [name, globals[name]])));
  for (const name of NAMES) {
    const value = globals[name] as { readonly prototype?: object } | undefined;
    for (const each of [value, value?.prototype]) if (each !== undefined) known.set(each, fieldsOf(each));
  }
  return known;
}

/** What its own fields hold; of an accessor, its getter. */
function fieldsOf(holder: object): ReadonlyMap<PropertyKey, unknown> {
  const fields = new Map<PropertyKey, unknown>();
  for (const key of Reflect.ownKeys(holder)) {
    if (holder === RegExp && typeof key === "string" && key !== "prototype") continue; // The last match is in them.
    const field = Object.getOwnPropertyDescriptor(holder, key);
    fields.set(key, field?.get ?? field?.value);
  }
  return fields;
}

function isEqual(before: Snapshot, after: Snapshot): boolean {
  if (before.size !== after.size) return false;
  for (const [holder, fields] of after) {
    const known = before.get(holder);
    if (known?.size !== fields.size) return false;
    for (const [key, value] of fields) if (!Object.is(known.get(key), value) || !known.has(key)) return false;
  }
  return true;
}

type Start = (run: (...args: never[]) => unknown, ...rest: never[]) => unknown;

/** Counts the timers that are started and have neither run nor been stopped. */
function watchTimers() {
  const left = new Set<unknown>();
  const globals = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const [start, stop] of TIMERS) {
    const original = globals[start] as unknown as Start;
    const clear = globals[stop] as (timer: unknown) => void;
    globals[start] = ((run: (...args: never[]) => unknown, ...rest: never[]) => {
      const timer = original(
        (...args: never[]) => {
          if (start !== "setInterval") left.delete(timer);
          return run(...args);
        },
        ...rest,
      );
      left.add(timer);
      return timer;
    }) as (...args: unknown[]) => unknown;
    globals[stop] = (timer: unknown) => {
      left.delete(timer);
      clear(timer);
    };
  }
  return { isAnyLeft: () => left.size > 0, forget: () => left.clear() };
}

const TIMERS = [
  ["setTimeout", "clearTimeout"],
  ["setInterval", "clearInterval"],
  ["setImmediate", "clearImmediate"],
] as const;
