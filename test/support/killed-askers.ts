/** Who asks killed hubs for a run, again and again until it is told something final, and pays for it once. */
import { expect } from "bun:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Requirements } from "../../src/payment/requirements.ts";
import type { KilledHubs } from "./killed-hubs.ts";
import { paymentFields, proofOf, signed, type Wallet } from "./payer.ts";

const RUN = "/api/v1/genius/actors/asker/run/";
const ATTEMPTS = 40;

/** Who asks, and what it shows for it. */
export interface Asker {
  readonly q: string;
  headers: Record<string, string>;
}

export interface Buyer extends Asker {
  readonly wallet: Wallet;
}

export interface Heard {
  readonly status: number;
  readonly runId: string | undefined;
  /** In milliseconds. */
  readonly retryAfter: number;
}

/** Asks for the terms and signs what they ask for. */
export async function sign(world: KilledHubs, buyer: Buyer): Promise<void> {
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
export async function presentAndKill(
  world: KilledHubs,
  buyer: Asker,
  number: number,
  events: number,
): Promise<Heard | undefined> {
  const hub = world.hubs[number];
  let left = events;
  world.onAsked = () => void (--left === 0 && hub?.child.kill("SIGKILL"));
  const heard = await present(world, buyer, number).catch(() => undefined); // Its connection breaks.
  world.onAsked = () => undefined;
  await hub?.kill();
  await world.restart(number);
  return heard;
}

/** Repeats the request, waiting as long as it is told to, until it is told something else. */
export async function persist(world: KilledHubs, buyer: Asker): Promise<Heard> {
  let heard = await present(world, buyer, 0);
  for (let attempt = 1; heard.retryAfter > 0 && attempt < ATTEMPTS; attempt++) {
    await pause(heard.retryAfter);
    heard = await present(world, buyer, attempt % 2);
  }
  return heard;
}

export async function present(world: KilledHubs, buyer: Asker, number: number): Promise<Heard> {
  const response = await ask(world, buyer, number);
  const body = (await response.json()) as { meta?: { run_id: string } };
  return {
    status: response.status,
    runId: response.status === 200 ? body.meta?.run_id : undefined,
    retryAfter: Number(response.headers.get("retry-after") ?? 0) * 1000,
  };
}

export function ask({ hubs }: KilledHubs, { q, headers }: Asker, number: number): Promise<Response> {
  return fetch(`${hubs[number]?.url}${RUN}`, {
    method: "POST",
    body: JSON.stringify({ q }),
    headers: { "content-type": "application/json", ...headers },
  });
}

export async function balanceOf({ ledger }: KilledHubs, account: string): Promise<bigint> {
  const { account_data: data } = await ledger.ask("account_info", { account, ledger_index: "validated" });
  return BigInt((data as { Balance: string }).Balance);
}

/** How often the world was asked for this. */
export function count({ asked }: KilledHubs, what: string): number {
  return asked.filter((each) => each === what).length;
}
