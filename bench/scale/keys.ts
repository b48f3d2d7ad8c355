/** Accounts that calls take turns with. */
import { openTestAccount, testServices } from "../../test/support/accounts.ts";
import { type ChaosWorld, NETWORK } from "../../test/support/chaos/world.ts";

const BALANCE = 1_000_000_000_000n;

/** One for each of `count` accounts, which is a multiple of twenty. */
export async function openKeys(
  world: ChaosWorld,
  tier: "enterprise" | "per_call",
  count: number,
): Promise<readonly string[]> {
  await using store = await world.openStore();
  const services = testServices(store, { networks: { main: NETWORK, test: "xrpl:0" } });
  const keys: string[] = [];
  while (keys.length < count) {
    const drops = tier === "per_call" ? BALANCE : 0n;
    const opened = await Promise.all(Array.from({ length: 20 }, () => openTestAccount(services, tier, drops)));
    keys.push(...opened.map(({ key }) => key));
  }
  return keys;
}
