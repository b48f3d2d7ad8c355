import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { HUB, type KilledHubs, startKilledHubs } from "../../support/killed-hubs.ts";
import { paymentFields, proofOf, signed, type Wallet, walletOf } from "../../support/payer.ts";
import { randomOf } from "../../support/random.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../../support/stores.ts";

const RUN = "/api/v1/genius/actors/asker/run/";
const PRICE = 120_000n;
const PRESENTATIONS = 1000;
/** A start takes a second, and PostgreSQL differs little here: all of its kills there only in CI. */
const KILLS_OF = { SQLite: 20, PostgreSQL: process.env["CI"] === undefined ? 5 : 20 };
/** More than a claim asks of the world: a kill that comes later comes after the answer. */
const MOST_EVENTS = 10;
const ATTEMPTS = 40;
/** `SEED=7 npm test -- test/payment/sim/processes.test.ts` repeats a run's choices. */
const SEED = Number(process.env["SEED"] ?? 20_261_121);

const hasPostgres = await isUp(POSTGRES_URL);

interface Buyer {
  readonly q: string;
  readonly wallet: Wallet;
  headers: Record<string, string>;
}

interface Heard {
  readonly status: number;
  readonly runId: string | undefined;
  /** In milliseconds. */
  readonly retryAfter: number;
}

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe.skipIf(name === "PostgreSQL" && !hasPostgres)(`two hub processes on one store (${name})`, () => {
    const kills = KILLS_OF[name];
    const buyers = Array.from({ length: kills + 1 }, (_, number): Buyer => {
      return { q: `q${number}`, wallet: walletOf(`buyer-${number}`), headers: {} };
    });
    const [crowded, ...others] = buyers as [Buyer, ...Buyer[]]; // There is one more than kills.
    let world: KilledHubs;
    let database: Awaited<ReturnType<typeof postgresDatabase>> | undefined;
    beforeAll(async () => {
      database = name === "PostgreSQL" ? await postgresDatabase() : undefined;
      const env: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.address };
      world = await startKilledHubs(
        env,
        buyers.map(({ wallet }) => wallet.address),
      );
    }, 60_000);
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
    });

    test(`submit and run once what is presented ${PRESENTATIONS} times at once`, async () => {
      await sign(world, crowded);
      const heard = await Promise.all(
        Array.from({ length: PRESENTATIONS }, (_, at) => present(world, crowded, at % 2)),
      );
      const statuses = new Set(heard.map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
      expect(statuses.has(200)).toBeTrue();
      expect(heard.every(({ status, retryAfter }) => status === 200 || retryAfter > 0)).toBeTrue();
      heard.push(await persist(world, crowded), await present(world, crowded, 0), await present(world, crowded, 1));
      expect(new Set(heard.flatMap(({ runId }) => runId ?? [])).size).toBe(1);
      expect(heard.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(count(world, "submit")).toBe(1);
      expect(count(world, `run ${crowded.q}`)).toBe(1);
    }, 60_000);

    test(`redeem every payment once through ${kills} kills (seed ${SEED})`, async () => {
      const random = randomOf(SEED);
      const before = await balanceOf(world, HUB);
      for (const [number, buyer] of others.entries()) {
        await sign(world, buyer);
        await presentAndKill(world, buyer, number % 2, 1 + Math.floor(random() * MOST_EVENTS));
      }
      // Everybody repeats, in the very same words, until it is told something final.
      const final = await Promise.all(others.map((buyer) => persist(world, buyer)));
      expect(final.map(({ status }) => status)).toEqual(others.map(() => 200));
      const again = await Promise.all(others.map((buyer, number) => present(world, buyer, number % 2)));
      expect(again.map(({ runId }) => runId)).toEqual(final.map(({ runId }) => runId));
      expect(new Set(final.map(({ runId }) => runId)).size).toBe(kills);
      // One settlement of each: neither the hub nor any buyer has moved more than one price.
      expect((await balanceOf(world, HUB)) - before).toBe(PRICE * BigInt(kills));
      for (const { wallet } of others) expect(await balanceOf(world, wallet.address)).toBe(100_000_000n - PRICE - 12n);
      expect(await world.verify()).toBe(0);
    }, 240_000);
  });
}

/** Asks for the terms and signs what they ask for. */
async function sign(world: KilledHubs, buyer: Buyer): Promise<void> {
  const response = await ask(world, buyer, 0);
  expect(response.status).toBe(402);
  const { accepts } = (await response.json()) as { accepts: readonly [Requirements] };
  const { account_data: account, ledger_index: index } = await world.ledger.ask("account_info", {
    account: buyer.wallet.address,
    ledger_index: "validated",
  });
  const fields = paymentFields(
    accepts[0],
    buyer.wallet,
    (account as { Sequence: number }).Sequence,
    Number(index) + 14,
  );
  const signedTxBlob = signed(fields, buyer.wallet);
  buyer.headers = { "payment-signature": proofOf(accepts[0], { signedTxBlob }) };
}

/** Kills the process at the so-many-th thing that it asks of the world, or as soon as it has answered. */
async function presentAndKill(world: KilledHubs, buyer: Buyer, number: number, events: number): Promise<void> {
  const hub = world.hubs[number];
  let left = events;
  world.onAsked = () => void (--left === 0 && hub?.child.kill("SIGKILL"));
  await present(world, buyer, number).catch(() => undefined); // Its connection breaks.
  world.onAsked = () => undefined;
  await hub?.kill();
  await world.restart(number);
}

/** Repeats the request, waiting as long as it is told to, until it is told something else. */
async function persist(world: KilledHubs, buyer: Buyer): Promise<Heard> {
  let heard = await present(world, buyer, 0);
  for (let attempt = 1; heard.retryAfter > 0 && attempt < ATTEMPTS; attempt++) {
    await pause(heard.retryAfter);
    heard = await present(world, buyer, attempt % 2);
  }
  return heard;
}

async function present(world: KilledHubs, buyer: Buyer, number: number): Promise<Heard> {
  const response = await ask(world, buyer, number);
  const body = (await response.json()) as { meta?: { run_id: string } };
  return {
    status: response.status,
    runId: response.status === 200 ? body.meta?.run_id : undefined,
    retryAfter: Number(response.headers.get("retry-after") ?? 0) * 1000,
  };
}

function ask({ hubs }: KilledHubs, { q, headers }: Buyer, number: number): Promise<Response> {
  return fetch(`${hubs[number]?.url}${RUN}`, {
    method: "POST",
    body: JSON.stringify({ q }),
    headers: { "content-type": "application/json", ...headers },
  });
}

async function balanceOf({ ledger }: KilledHubs, account: string): Promise<bigint> {
  const { account_data: data } = await ledger.ask("account_info", { account, ledger_index: "validated" });
  return BigInt((data as { Balance: string }).Balance);
}

function count({ asked }: KilledHubs, what: string): number {
  return asked.filter((each) => each === what).length;
}
