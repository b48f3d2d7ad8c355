/**
 * A simulation of the payment core: customers, processes that share a store, a ledger, and a seed that decides who
 * moves next, what fails and who dies. All waits are turns that the simulation grants, so a seed replays exactly.
 */
import { payment } from "../../plugins/payment.ts";
import { quota } from "../../plugins/quota.ts";
import { type LedgerRail, ledgerRail } from "../../src/payment/ledger-rail.ts";
import { HOLD_MS } from "../../src/payment/claims/book.ts";
import type { Requirements } from "../../src/payment/requirements.ts";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import { asHubError, HubError } from "../../src/runtime/errors.ts";
import { createPipeline, type Outcome, type RunRequest } from "../../src/runtime/pipeline.ts";
import type { Store } from "../../src/store/store.ts";
import { randomOf } from "./random.ts";
import { proofOf, type Wallet, walletOf } from "./payer.ts";
import { nonce, signedOnce, turned, turnedLedger } from "./sim-world.ts";
import { type Mood, toyLedger } from "./toy-ledger.ts";
import { answerOf, payAsYouGo, pricedAt, PRICES, requestOf, workOf } from "./works.ts";

const NETWORK = "xrpl:1";
const HUB = walletOf("hub").address;
const WALLETS = Array.from({ length: 3 }, (_, number) => walletOf(`payer-${number}`));
const T0 = Date.UTC(2026, 0, 1);
const CLOSE_MS = 4000;
const STEPS = 70;
const MOODS: readonly Mood[] = [
  "honest",
  "honest",
  "honest",
  "takes and drops",
  "refuses and keeps",
  "takes and fails",
];

const work = workOf({ pricing: pricedAt("enhanced") });

interface Customer {
  readonly input: object;
  readonly blob: string;
  readonly hash: string;
  readonly proof: string;
  readonly price: bigint;
  readonly answers: Told[];
}

/** What a customer was told, and what the ledger had by then. */
interface Told {
  readonly what: Outcome | HubError;
  readonly isOwnRequest: boolean;
}

interface Process {
  isDead: boolean;
  readonly rail: LedgerRail;
  readonly execute: (request: RunRequest) => Promise<Outcome>;
  /** Every hold it asked for, and when. */
  readonly holds: ReadonlyMap<string, number>;
}

interface Running {
  readonly hash: string | undefined;
  readonly hold: string;
  readonly heldUntil: number;
  readonly process: Process;
}

export interface SimResult {
  readonly violations: readonly string[];
  /** What happened, in order. */
  readonly log: readonly string[];
  readonly redeemed: number;
  readonly deaths: number;
}

export async function simulate(seed: number, store: Store): Promise<SimResult> {
  const random = randomOf(seed);
  const log: string[] = [];
  const violations: string[] = [];
  const turns: { process: Process; take: () => void }[] = [];
  const running: Running[] = [];
  const ledger = toyLedger(NETWORK);
  let now = T0;
  let ids = 0;
  let nonces = 0;
  let deaths = 0;
  let isHealthy = false;
  const clock = { now: () => now };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // Never empty here.
  const chance = (share: number) => random() < share;

  await store.ask((db, { payments }) => db.delete(payments));
  const quotes = start(true);
  let processes: Process[] = [start(), start()];
  const customers: Customer[] = [];
  for (const [number, wallet] of WALLETS.entries()) customers.push(await customer(number, wallet));

  for (let step = 0; step < STEPS; step++) await move();
  await heal();
  await judge();
  return {
    violations,
    log,
    deaths,
    redeemed: customers.filter(({ answers }) => answers.some(({ what }) => !(what instanceof HubError) && what.ok))
      .length,
  };

  async function move(): Promise<void> {
    const roll = random();
    if (roll < 0.45) await grant();
    else if (roll < 0.65) present(pick(customers), chance(0.85));
    else if (roll < 0.8) close();
    else if (roll < 0.85) await tick();
    else if (roll < 0.89) kill(pick(processes));
    else if (roll < 0.92) toggle("isSilent");
    else if (roll < 0.94) toggle("hasGap");
    else if (roll < 0.97) note(`the ledger ${(ledger.mood = pick(MOODS))}`);
    else if (roll < 0.985) overhear(pick(customers));
    else spendElsewhere(customers.indexOf(pick(customers)));
  }

  function toggle(fault: "isSilent" | "hasGap"): void {
    ledger[fault] = !ledger[fault];
    note(`the ledger ${fault}: ${ledger[fault]}`);
  }

  /** Lets one of those who wait go on; most moments let several. */
  async function grant(): Promise<void> {
    for (let times = isHealthy ? 1 : Math.ceil(random() * 6); times > 0; times--) {
      const alive = turns.filter(({ process }) => !process.isDead);
      if (alive.length === 0) return;
      const next = isHealthy ? alive[0] : pick(alive);
      if (next === undefined) return;
      turns.splice(turns.indexOf(next), 1);
      next.take();
      await settled();
    }
  }

  function close(): void {
    now += CLOSE_MS;
    ledger.close(now);
    note(`ledger ${ledger.index} closes`);
  }

  async function tick(): Promise<void> {
    now += 5000;
    for (const { rail, isDead } of processes) if (!isDead) void rail.renew().catch(() => undefined);
    if (chance(0.3))
      void pick(processes)
        .rail.recover()
        .catch(() => undefined);
    await settled();
  }

  function kill(process: Process): void {
    if (process.isDead) return;
    process.isDead = true;
    deaths++;
    note("a process dies, another starts");
    const born = start();
    processes = processes.map((each) => (each === process ? born : each));
    void born.rail.recover().catch(() => undefined);
  }

  function overhear(victim: Customer): void {
    if (!victim.answers.length) return;
    ledger.send(victim.blob);
    note(`somebody else sends the payment of ${customers.indexOf(victim)}`);
  }

  function spendElsewhere(number: number): void {
    const account = ledger.accounts.get(WALLETS[number]?.address ?? "");
    if (account !== undefined) account.sequence++;
    note(`customer ${number} uses its sequence elsewhere`);
  }

  function present(by: Customer, isOwnRequest: boolean): void {
    const number = customers.indexOf(by);
    note(`customer ${number} presents its payment${isOwnRequest ? "" : " for another request"}`);
    const input = isOwnRequest ? by.input : { q: "something else" };
    const { execute } = pick(processes);
    void execute(requestOf({ work, input, proof: by.proof }))
      .catch(asHubError)
      .then((what) => {
        by.answers.push({ what, isOwnRequest });
        note(`customer ${number} is told ${wordOf(what)}`);
        check(isOwnRequest || what instanceof HubError, `I9: customer ${number} got an answer to another request`);
        const said = what instanceof HubError ? what.code : "";
        const isUnpaid = said.startsWith("payment_") && isOwnRequest;
        const isPaid = ledger.validated(by.hash)?.result === "tesSUCCESS";
        const isMisled = ledger.liedAbout.has(by.hash);
        check(!isUnpaid || !isPaid || isMisled, `I2: customer ${number} paid and was told to pay again`);
      });
  }

  /** After all faults: one identical retry of each customer until it is told something final. */
  async function heal(): Promise<void> {
    isHealthy = true;
    Object.assign(ledger, { isSilent: false, hasGap: false, mood: "honest" });
    note("all is well again");
    for (let round = 0; round < 12; round++) {
      await drain();
      for (const each of processes) void each.rail.recover().catch(() => undefined);
      await drain();
      if (round < 4) close();
      else now += 6000;
    }
    for (let round = 0; round < 20; round++) close();
    await drain();
    for (const each of customers) {
      for (let attempt = 0; attempt < 5; attempt++) {
        present(each, true);
        await drain();
        const last = each.answers.at(-1)?.what;
        if (!(last instanceof HubError) || last.status === 402) break;
        close();
        now += 25_000;
        await drain();
      }
    }
  }

  async function drain(): Promise<void> {
    for (let steps = 0; steps < 2000; steps++) {
      await settled();
      if (!turns.some(({ process }) => !process.isDead)) return;
      await grant();
    }
    violations.push("the processes never come to rest");
  }

  async function judge(): Promise<void> {
    const rows = await store.ask((db, { payments }) => db.select().from(payments));
    for (const [number, each] of customers.entries()) {
      const isPaid = ledger.validated(each.hash)?.result === "tesSUCCESS";
      const row = rows.find(({ tx_hash }) => tx_hash === each.hash);
      const good = each.answers.flatMap(({ what }) => (!(what instanceof HubError) && what.ok ? [what] : []));
      const last = each.answers.at(-1)?.what;
      const gotIt = last !== undefined && !(last instanceof HubError) && last.ok;
      check(!isPaid || gotIt, `I2: customer ${number} paid and got nothing in the end (${wordOf(last)})`);
      check(isPaid || good.length === 0, `I6: customer ${number} got an answer for nothing`);
      check(
        new Set(good.map(({ runId }) => runId)).size <= 1,
        `I3, I8: customer ${number} got answers of several runs`,
      );
      check(
        good.every(({ charge }) => charge === each.price),
        `I5: customer ${number} was charged another price`,
      );
      check(!isPaid || row?.state === "redeemed", `I2: the payment of customer ${number} is ${row?.state}`);
    }
  }

  async function customer(number: number, wallet: Wallet): Promise<Customer> {
    ledger.accounts.set(wallet.address, { sequence: 7, balance: 50_000_000n, tickets: new Set() });
    const input = { q: `question ${number}` };
    const reader = quotes.execute(requestOf({ work, input }));
    const refusal = (await reader.catch((error: unknown) => error)) as HubError; // Nothing was paid.
    const terms = refusal.details.terms?.body as { accepts: readonly [Requirements] }; // "sequence" comes first.
    const [required] = terms.accepts;
    const blob = signedOnce(required, wallet, ledger.index + 14);
    const hash = transactionHash(blob);
    // The last customer pays by itself and shows the hash.
    const isByHash = number === WALLETS.length - 1;
    if (isByHash) ledger.send(blob);
    const proof = proofOf(required, isByHash ? { txHash: hash.toLowerCase() } : { signedTxBlob: blob });
    return { input, blob, hash, proof, price: BigInt(required.amount), answers: [] };
  }

  function start(isPatient = false): Process {
    const self: { process?: Process } = {};
    const turn = (): Promise<void> => {
      const { process } = self;
      if (isPatient || process === undefined) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      turns.push({ process, take: resolve });
      return promise;
    };
    const holds = new Map<string, number>();
    const rail = ledgerRail({
      store: turned(store, turn, () => !isHealthy && chance(0.01)),
      ledger: turnedLedger(ledger, turn),
      invoices: {
        secret: "a secret of the tests, long enough",
        network: NETWORK,
        ttlSeconds: 300,
        random: nonce(() => nonces++),
      },
      payee: async () => ({ network: NETWORK, wallet: HUB, destinationTag: 7, isSandbox: true, walletWord: "wallet" }),
      policy: { maxFee: 10_000n, lagLedgers: 3 },
      receipts: { issue: async () => "receipt", admits: async () => false, keys: async () => ({ keys: [] }) },
      hubUrl: () => "https://hub.example",
      clock,
      newId: () => {
        const id = `hold-${ids++}`;
        holds.set(id, now);
        return id;
      },
      stop: new AbortController().signal,
    });
    const stages = [quota(payAsYouGo([]), PRICES), payment(rail)];
    const pipeline = createPipeline(stages, clock);
    const process: Process = {
      isDead: false,
      rail,
      holds,
      execute: (request) =>
        Promise.try(pipeline, { ...request, work: workOf({ ...work, perform: performIn(turn, () => process) }) }),
    };
    self.process = process;
    return process;
  }

  function performIn(turn: () => Promise<void>, processOf: () => Process) {
    return async (input: unknown) => {
      const mine = customers.find((each) => each.input === input);
      const row = (await store.ask((db, { payments }) => db.select().from(payments))).find(
        ({ tx_hash }) => tx_hash === mine?.hash,
      );
      const process = processOf();
      // Whoever slept longer than a hold lasts may have lost it; what it then runs for nothing it can never redeem.
      const holds = row?.hold !== null && process.holds.has(row?.hold ?? "");
      const hasSlept = [...process.holds.values()].some((madeAt) => now - madeAt >= HOLD_MS);
      check(hasSlept || (holds && row?.state === "settled"), `I1: a run starts while its payment is ${row?.state}`);
      check(ledger.validated(mine?.hash ?? "")?.result === "tesSUCCESS", "I6: a run starts without validated money");
      const isRival = (other: Running) =>
        other.hash === mine?.hash && other.hold !== row?.hold && now < other.heldUntil && !other.process.isDead;
      check(!holds || !running.some(isRival), "I3: two runs for one payment at the same time");
      const run: Running = { hash: mine?.hash, hold: row?.hold ?? "", heldUntil: row?.held_until ?? 0, process };
      if (holds && !hasSlept) running.push(run);
      await turn();
      if (running.includes(run)) running.splice(running.indexOf(run), 1);
      if (!isHealthy && chance(0.2)) throw new HubError("upstream_failed", "The work fails.");
      await turn();
      return answerOf([{ at: now, run: ids++ }]);
    };
  }

  function note(what: string): void {
    log.push(`${(now - T0) / 1000} s: ${what}`);
  }

  function check(isRight: boolean, violation: string): void {
    if (!isRight) violations.push(violation);
    if (!isRight) note(`VIOLATION ${violation}`);
  }
}

function wordOf(what: Outcome | HubError | undefined): string {
  if (what === undefined) return "nothing";
  if (what instanceof HubError) return `${what.code} (${what.message})`;
  return what.ok ? `an answer of run ${what.runId}` : `${what.error.code}: ${String(what.error.cause ?? "")}`;
}

/** Comes back when nobody has anything left to do but wait. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
