/** Many plays in a row, and what they came to together. */
import type { Store } from "../../../src/store/store.ts";
import { play } from "./play.ts";
import { openDoor } from "./operations.ts";

const PLAYS_OF_A_STORE = 100;

export interface Plays {
  readonly first: number;
  readonly runs: number;
  /** Opens an empty store. */
  readonly open: () => Promise<Store>;
}

export interface PlaysResult {
  /** Each begins with its seed. */
  readonly violations: readonly string[];
  readonly redeemed: number;
  readonly deaths: number;
  /** "fault × point", and how often it was struck. */
  readonly strikes: ReadonlyMap<string, number>;
}

export async function playMany({ first, runs, open }: Plays): Promise<PlaysResult> {
  const violations: string[] = [];
  const strikes = new Map<string, number>();
  let [redeemed, deaths] = [0, 0];
  for (let seed = first; seed < first + runs;) {
    // Ledgers of accounts only grow, and are added up after every play.
    await using store = await open();
    await using door = await openDoor(store);
    for (const end = Math.min(seed + PLAYS_OF_A_STORE, first + runs); seed < end; seed++) {
      const result = await play(seed, store, door.handle);
      redeemed += result.redeemed;
      deaths += result.deaths;
      for (const strike of result.strikes) strikes.set(strike, (strikes.get(strike) ?? 0) + 1);
      violations.push(...result.violations.map((violation) => `seed ${seed}: ${violation}`));
    }
  }
  return { violations, redeemed, deaths, strikes };
}
