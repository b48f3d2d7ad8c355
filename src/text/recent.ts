/**
 * What was used of late, by key: two maps, of which the older is let go when the younger is full. It keeps between half of
 * the most and the most, and forgets nothing that is asked for all the time. An exact order of use cost more than what
 * was found by it saved.
 * Shaped by speed: `bun run bench search`.
 */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function createRecent<Key, Value>(most: number): Recent<Key, Value> {
  let young = new Map<Key, Value>();
  let old: ReadonlyMap<Key, Value> = new Map();

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const earlier = old.get(key);
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
    set,
  };

  function set(key: Key, value: Value): void {
    if (young.size >= most / 2 && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }
}

/** Tells whether a key has come before, of late: what comes once only need not be kept. */
export function createRepeats<Key>(most: number): (key: Key) => boolean {
  const known = createRecent<Key, true>(most);
  return (key) => {
    const isRepeat = known.get(key) !== undefined;
    if (!isRepeat) known.set(key, true);
    return isRepeat;
  };
}
