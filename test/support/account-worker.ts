/**
 * A process of its own that calls on accounts over a shared store, for tests of what several processes do at once.
 *   calls <address> <key> <count>            that many calls at the same time; prints what became of each
 *   random <address> <seed> <key…>           random operations until it is killed; prints each one it has finished
 * It says "ready" when its store is open, and starts when it is sent a line.
 */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { credit } from "../../src/accounts/spending/balances.ts";
import { callOf, depositOf, makeCall, NETWORK, testServices } from "./accounts.ts";
import { randomOf } from "./random.ts";
import { openTestStore } from "./stores.ts";

const [mode, address = "", ...args] = process.argv.slice(2);
const store = await openTestStore(address);
const services = testServices(store);

say("ready");
await once(process.stdin, "data");
if (mode === "calls") await calls(args[0] ?? "", Number(args[1]));
else await Promise.all([1, 2, 3, 4].map((lane) => random(Number(args[0]) * 10 + lane, args.slice(1))));
process.exit(0);

async function calls(key: string, count: number): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: count }, () => makeCall(services, key)));
  for (const outcome of outcomes) say(outcome);
}

async function random(seed: number, keys: readonly string[]): Promise<never> {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // Never empty.
  for (;;) {
    const key = pick(keys);
    const dice = random();
    if (dice < 0.35) say(await makeCall(services, key));
    else if (dice < 0.5) say(await makeCall(services, key, { fails: true }));
    else if (dice < 0.7)
      say(await makeCall(services, key, { billing: "charged", price: BigInt(1 + Math.floor(random() * 99_999)) }));
    else if (dice < 0.75) await abandon(key);
    else if (dice < 0.85) await topUp(key, BigInt(1 + Math.floor(random() * 500_000)));
    else if (dice < 0.95) await pay(random);
    else await services.operator.grant(key.slice(0, 17), { calls: 1, reason: "random" });
    say("done");
  }
}

/** What a process leaves behind that dies in the middle of a run. */
async function abandon(key: string): Promise<void> {
  await services.accounts.reserve(await callOf(services, key));
}

async function topUp(key: string, drops: bigint): Promise<void> {
  const holder = await services.directory.find(key);
  if (holder === undefined) throw new Error("no such key");
  await store.transact(() =>
    credit({ accountId: holder.id, network: NETWORK, drops, kind: "grant", reference: "random", at: Date.now() }),
  );
}

/** A new order, paid in up to three parts, each of which is told of twice. */
async function pay(random: () => number): Promise<void> {
  const { order } = await services.register({ email: "payer@example.com", tier: "per_call", amount: 100_000n });
  for (let part = 0; part < 3; part++) {
    const deposit = depositOf(order.destination_tag, BigInt(1 + Math.floor(random() * 80_000)));
    await Promise.all([services.deposits.credit(deposit), services.deposits.credit(deposit)]);
  }
}

/** Written at once: what is said has happened, even if the process is killed the moment after. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
