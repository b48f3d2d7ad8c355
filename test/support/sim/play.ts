/**
 * One play: payers, attackers and faults meet a hub of several processes, in the order that a seed decides. Then all
 * is mended, everybody repeats what it had asked once, and the invariants are judged.
 */
import type { Store } from "../../../src/store/store.ts";
import { attack } from "./attacks.ts";
import { mend, strike, weather } from "./faults.ts";
import { kill, recover, sleep, someProcess, startHub, tick } from "./hub.ts";
import { type Evidence, gather } from "./evidence.ts";
import { INVARIANTS } from "./invariants.ts";
import { forgetPayments } from "./keys.ts";
import { act, castPayers, type Payer } from "./payers.ts";
import { isGood, isPromiseGone } from "./reading.ts";
import { send } from "./requests.ts";
import { close, createWorld, drain, grant, LEDGERS_IN_A_MINUTE, settled, type World } from "./world.ts";

export interface PlayResult {
  /** Each begins with the name of its invariant. */
  readonly violations: readonly string[];
  /** What happened, in order. */
  readonly log: readonly string[];
  readonly redeemed: number;
  readonly deaths: number;
  /** "fault × point", as often as it was struck. */
  readonly strikes: readonly string[];
}

const STEPS = 45;
/** More than a payment is good for, or a hold lasts, or an operation may take. */
const ROUNDS_TO_RECOVER = 6;

export async function play(seed: number, store: Store, door: World["door"]): Promise<PlayResult> {
  Error.stackTraceLimit = 0; // Refusals by the thousand, of which nobody reads the stack.
  using world = createWorld(seed, store, door);
  await forgetPayments(store);
  startHub(world);
  const payers = await castPayers(world);
  for (let step = 0; step < STEPS; step++) await move(world, payers);
  await heal(world);
  const retried = await retry(world);
  const again = await retry(world);
  await convertRest(world, again);
  const accounts = payers.flatMap(({ key }) => key?.accountId ?? []);
  return resultOf(world, await gather(world, accounts, [...retried, ...again]));
}

async function move(world: World, payers: readonly Payer[]): Promise<void> {
  const { chance } = world;
  await chance.act<unknown>([
    [40, () => grantSome(world)],
    [22, () => act(world, chance.pick(payers), someProcess(world))],
    [10, () => strike(world)],
    [12, () => close(world)],
    [4, () => tick(world)],
    [2, () => recover(chance.pick(world.processes))],
    [1, () => kill(world, chance.pick(world.processes))],
    [1, () => close(world, LEDGERS_IN_A_MINUTE)],
    [0.5, () => sleep(world)],
    [4, () => weather(world)],
    [9, () => attack(world, payers, someProcess(world))],
  ]);
  const isBroken = world.isDiskFull || world.ledgers[0].isSilent;
  if (isBroken && chance.is(0.2)) mend(world);
  await settled(world);
}

async function grantSome(world: World): Promise<void> {
  for (let times = world.chance.upTo(9); times > 0; times--) await grant(world);
}

async function heal(world: World): Promise<void> {
  world.isHealthy = true;
  mend(world);
  world.note("all is mended");
  for (let round = 0; round < ROUNDS_TO_RECOVER; round++) {
    await drain(world);
    close(world, 2);
    await tick(world);
  }
  await drain(world);
  for (const process of world.processes) recover(process);
  await drain(world);
}

/**
 * Whoever has ever presented a payment for what it was quoted for, or named its request by an Idempotency-Key, does it
 * again, once, in the very same words.
 */
async function retry(world: World): Promise<Evidence["retried"]> {
  const first = new Map(
    world.chronicle.presentations.flatMap((each) => {
      const name = each.proof?.header ?? each.idempotencyKey;
      return name !== undefined && each.isOwn && each.asked.freshness === undefined ? [[name, each]] : [];
    }),
  );
  const retried = [];
  for (const {
    by,
    process: { network },
    asked,
    proof,
    key,
    idempotencyKey,
  } of first.values()) {
    const there = world.processes.filter((each) => each.network === network);
    const process = world.chance.pick(there);
    const { isLater: _isLater, ...atOnce } = asked; // Whatever was to be done later has ended by now.
    const sent = send(world, { by, process, asked: atOnce, isOwn: true, proof, key, idempotencyKey });
    retried.push(sent);
    await drain(world);
    // What was never submitted before waits for its ledger.
    for (let ledgers = 0; sent.told === undefined && ledgers < LEDGERS_IN_A_MINUTE; ledgers++) {
      close(world);
      await drain(world);
    }
  }
  return retried;
}

/** Whoever has paid for a cached answer that is gone has its money as balance. */
async function convertRest(world: World, retried: Evidence["retried"]): Promise<void> {
  for (const { process, proof, told, asked, by } of retried) {
    if (proof === undefined || told === undefined || !isGood(proof) || !isPromiseGone(told, proof)) continue;
    const { hash: txHash, invoiceId } = proof;
    world.note(`${by} turns what it paid for ${asked.slug} "${asked.q}" into balance`);
    process.convert({ txHash, invoiceId, email: "payer@example.com" }).then(
      () => void world.chronicle.credits.push(txHash),
      (error: unknown) => world.note(`and cannot: ${error}`),
    );
    await drain(world);
  }
}

function resultOf(world: World, evidence: Evidence): PlayResult {
  const { log, redemptions, strikes } = world.chronicle;
  const violations = Object.entries(INVARIANTS).flatMap(([name, judge]) =>
    judge(evidence).map((violation) => `${name}: ${violation}`),
  );
  return {
    violations,
    log,
    redeemed: redemptions.length,
    deaths: world.deaths,
    strikes: strikes.map(({ fault, point }) => `${fault} × ${point}`),
  };
}
