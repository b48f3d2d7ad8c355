/** A play: load, payments, revocations and faults at once; then everything is looked at. */
import { setTimeout as pause } from "node:timers/promises";
import { cpuOfTrees } from "../processor-time.ts";
import { randomOf } from "../random.ts";
import { openAccounts } from "./accounts.ts";
import { createBuyers, playBuyer } from "./buyers.ts";
import { type Answer, createClient } from "./client.ts";
import { type Fault, playFaults } from "./faults.ts";
import { type Findings, findingsOf } from "./findings.ts";
import { playLoad, QUOTA_SHARE } from "./load.ts";
import { playRevocations } from "./revocations.ts";
import { type ChaosWorld, PARTS, startWorld } from "./world.ts";

export interface ChaosOptions {
  readonly seed: number;
  /** How long the load goes on. It lasts longer where a round of faults does. */
  readonly seconds: number;
  /** Requests a second, besides what is repeated. */
  readonly rate: number;
  /** The file that hubs are started from. */
  readonly main: string;
  /** Whether anything is killed, frozen and stopped. */
  readonly hasFaults?: boolean;
}

export interface ChaosReport extends Findings {
  readonly answers: readonly Answer[];
  readonly faults: readonly Fault[];
}

/** Before the first fault, to have something to compare with. */
const CALM_MS = 1_500;
/** What is repeated must be answered so long after the load. */
const PATIENCE_MS = 60_000;
const BUYERS = 6;
const REVOCATION_MS = 2_500;

export async function playChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, seconds, rate, main, hasFaults = true } = options;
  const buyers = createBuyers(BUYERS);
  await using world = await startWorld({ payers: buyers.map(({ wallet }) => wallet.address), main });
  await using store = await world.openStore();
  const revocations = Math.ceil((seconds * 1000) / REVOCATION_MS);
  const accounts = await openAccounts(store, rate * seconds * QUOTA_SHARE, revocations);
  using client = createClient(world.url);
  const until = performance.now() + seconds * 1000;
  const patience = setTimeout(() => client.giveUp(), seconds * 1000 + PATIENCE_MS);
  const taken = startClocks(world);
  try {
    const [faults, load, revoked] = await Promise.all([
      hasFaults ? pause(CALM_MS).then(() => playFaults(world, until, randomOf(seed))) : [],
      playLoad(client, accounts, { rate, seconds, random: randomOf(seed + 1) }),
      playRevocations(client, accounts.revocable, world.hubUrls, until),
      ...buyers.map((buyer) => playBuyer(client, world.ledger, buyer, until)),
    ]);
    const answers = [...client.answers];
    const processors = taken();
    const findings = await findingsOf({ world, store, client, accounts, answers, faults, load, revoked, buyers });
    return { ...findings, figures: { ...findings.figures, ...processors }, answers, faults };
  } finally {
    clearTimeout(patience);
  }
}

/** Says what each part has taken of the machine since, in processors; a process that was killed takes what it had along. */
function startClocks(world: ChaosWorld): () => Record<string, string> {
  const read = () => {
    const roots = world.processes();
    const own = process.cpuUsage();
    const parts = PARTS.map((part) => [part, cpuOfTrees(roots[part])] as const);
    return new Map<string, number>([...parts, ["client, ledger and upstream", own.user + own.system]]);
  };
  const begun = performance.now();
  const before = read();
  return () => {
    const us = (performance.now() - begun) * 1000;
    return Object.fromEntries(
      [...read()].map(([part, time]) => [
        `processors taken by ${part}`,
        Math.max(0, (time - (before.get(part) ?? 0)) / us).toFixed(2),
      ]),
    );
  };
}
