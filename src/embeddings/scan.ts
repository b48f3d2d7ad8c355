/** The nearest of many vectors: all of them are looked at, so that none is missed. */
import { LANES, productModule } from "./dot-products.ts";
import type { Vector } from "./vector.ts";

export interface VectorSet {
  /** Numbers of a vector. */
  readonly dims: number;
  /** How many have been set. */
  readonly size: number;
  /** `id` is 1 to as many as there is room for. */
  set(id: number, vector: Vector): void;
  /** The `limit` nearest, best first; of equals the lower id, which is the more prominent. */
  nearest(to: Vector, limit: number, range: Range): Neighbour[];
}

export interface Range {
  /** Ids, both included. */
  readonly first: number;
  readonly last: number;
  readonly isWanted: (id: number) => boolean;
}

export interface Neighbour {
  readonly id: number;
  /** Cosine, -1 to 1. */
  readonly likeness: number;
}

/** Has room for the ids 1 to `count`. */
export function createVectorSet(count: number, dims: number): VectorSet {
  const stride = Math.ceil(dims / LANES) * LANES;
  const vectors = stride; // The question stands before them, and the sums behind.
  const out = vectors + count * stride;
  const { memory, products } = productModule(out + count * 4);
  const bytes = new Int8Array(memory.buffer);
  const sums = new Int32Array(memory.buffer, out, count);
  /** By id - 1; 0 where there is none. */
  const scales = new Float32Array(count);
  let size = 0;

  return {
    dims,
    get size() {
      return size;
    },
    set(id, { bytes: numbers, scale }) {
      bytes.set(numbers, vectors + (id - 1) * stride);
      if (scales[id - 1] === 0) size++;
      scales[id - 1] = scale;
    },
    nearest(to, limit, { first, last, isWanted }) {
      bytes.fill(0, 0, stride).set(to.bytes);
      products(Math.max(0, last - first + 1), stride, 0, vectors + (first - 1) * stride, out);
      const best: Neighbour[] = [];
      let floor = Number.NEGATIVE_INFINITY;
      for (let id = first; id <= last; id++) {
        const scale = scales[id - 1]!;
        const likeness = sums[id - first]! * scale * to.scale;
        if (likeness <= floor || scale === 0 || !isWanted(id)) continue;
        insert(best, { id, likeness }, limit);
        if (best.length === limit) floor = best[limit - 1]!.likeness;
      }
      return best;
    },
  };
}

function insert(best: Neighbour[], one: Neighbour, limit: number): void {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (best[middle]!.likeness >= one.likeness) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, one);
  if (best.length > limit) best.pop();
}
