/** Where a payment brought more than its price, the rest stands among the arrivals under a name of its own. */

const SUFFIX = "-SURPLUS";

/** `hash` has 64 upper-case hex digits. */
export function surplusHash(hash: string): string {
  return hash + SUFFIX;
}
