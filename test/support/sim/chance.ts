/** What a seed decides: the same seed gives the same choices in the same order. */
import { randomOf } from "../random.ts";

export interface Chance {
  /** True in this share of cases. */
  is(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of these acts, each as often as its weight says. */
  act<T>(weighted: readonly (readonly [weight: number, act: () => T])[]): T;
  /** A whole number from 1 to `most`. */
  upTo(most: number): number;
}

export function chanceOf(seed: number): Chance {
  const random = randomOf(seed);
  const chance: Chance = {
    is: (share) => random() < share,
    pick: <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T, // Nobody picks from nothing.
    act(weighted) {
      let left = random() * weighted.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = weighted.find(([weight]) => (left -= weight) < 0) ?? chance.pick(weighted);
      return chosen[1]();
    },
    upTo: (most) => 1 + Math.floor(random() * most),
  };
  return chance;
}
