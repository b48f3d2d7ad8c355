/**
 * A vector as one byte a number: the unit vector, each number in 127ths of the largest. Of two such vectors the product
 * of the bytes times both scales is the cosine of what they were, within about a hundredth.
 */

export interface Vector {
  /** What one step of a byte is worth. */
  readonly scale: number;
  readonly bytes: Int8Array;
}

const STEPS = 127;

/** `undefined` for what points nowhere: a number that is none or not finite, or nothing but zeros. */
export function toVector(numbers: ArrayLike<number>): Vector | undefined {
  let squares = 0;
  let largest = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    squares += number * number;
    largest = Math.max(largest, Math.abs(number));
  }
  if (!(squares > 0) || !Number.isFinite(squares)) return undefined;
  const bytes = Int8Array.from(numbers, (number) => Math.round((number / largest) * STEPS));
  return { scale: largest / Math.sqrt(squares) / STEPS, bytes };
}
