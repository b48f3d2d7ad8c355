/** Which of many hashes were seen, in eight bytes each: two of a million have the same beginning once in 37 million sets. */

export interface PrefixSet {
  /** 64 hex digits. */
  add(hash: string): void;
  has(hash: string): boolean;
}

export function prefixSet(): PrefixSet {
  let values = new BigUint64Array(1024);
  let size = 0;
  let isSorted = true;
  return {
    add(hash) {
      if (size === values.length) {
        const larger = new BigUint64Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[size++] = prefixOf(hash);
      isSorted = false;
    },
    has(hash) {
      if (!isSorted) values.subarray(0, size).sort();
      isSorted = true;
      const wanted = prefixOf(hash);
      let [low, high] = [0, size];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((values[middle] ?? 0n) < wanted) low = middle + 1;
        else high = middle;
      }
      return low < size && values[low] === wanted;
    },
  };
}

function prefixOf(hash: string): bigint {
  return BigInt(`0x${hash.slice(0, 16)}`);
}
