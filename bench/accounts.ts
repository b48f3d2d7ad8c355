/**
 * What a key costs: the CPU of one call of a document through the stages, with a key that spends a daily call or its
 * balance, beside the same call without authentication and debit. In process, on SQLite in a file.
 * Usage: bun bench/accounts.ts [calls]
 */
import { NO_QUEUE, UNLIMITED } from "../test/support/operations.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { payment } from "../plugins/payment.ts";
import { quota } from "../plugins/quota.ts";
import { credentials } from "../plugins/credentials.ts";
import { validate } from "../plugins/validate.ts";
import { memoryLimiters } from "../src/accounts/limits/limiters.ts";
import { accountServices } from "../src/accounts/services.ts";
import type { AccountTier } from "../src/accounts/tiers.ts";
import { documentOperation } from "../src/routes/http/protected.ts";
import { createPipeline, type Stage } from "../src/runtime/run/pipeline.ts";
import type { Rail } from "../src/runtime/ports/payment.ts";
import type { PriceList } from "../src/runtime/run/prices.ts";
import { openSqlite } from "../src/store/drivers/sqlite/sqlite.ts";
import type { RunRequest } from "../src/runtime/run/run.ts";

const CALLS = Number(process.argv[2] ?? 5000);
const clock = { now: Date.now };
const prices: PriceList = {
  tiers: { standard: 1n, enhanced: 1n, campaign: 1n, cached: 1n },
  call: 1n,
  chargedTiers: new Set(),
  cacheHitPercent: 10,
};
const noRail: Rail = {
  terms: () => ({ body: {}, headers: {} }),
  claim: () => Promise.reject(new Error("nothing is paid here")),
  admits: () => false,
  bought: () => undefined,
  payer: () => undefined,
};
const operation = documentOperation({
  slug: "bench",
  method: "GET",
  path: "/bench/",
  description: "A small document.",
  perform: () => ({ answer: 42 }),
});

const folder = await mkdtemp(join(tmpdir(), "hub-bench-"));
const store = await openSqlite(join(folder, "hub.sqlite"));
const { accounts, operator } = accountServices(store, memoryLimiters(), clock, {
  networks: { main: "xrpl:21338", test: "xrpl:21338" },
  secret: "a secret of the bench",
  reservedTag: undefined,
  orderTtlSeconds: 3600,
  referralPercent: 5,
  anonymous: { perMinute: 0, perDay: 0 },
  registration: { perHour: 0, freePerDay: 0 },
  keyPerMinute: 1_000_000_000,
});

const bare = await measure(
  [validate(), payment({ rail: noRail, accounts, proofs: UNLIMITED, runs: NO_QUEUE })],
  undefined,
);
console.log(`without a key:                ${bare.toFixed(1)} us of CPU per call`);
const guarded = [
  credentials(accounts, noRail, prices),
  validate(),
  quota(accounts, prices),
  payment({ rail: noRail, accounts, proofs: UNLIMITED, runs: NO_QUEUE }),
];
for (const [what, tier, drops] of [
  ["with a daily call:           ", "enterprise", 0n],
  ["from the balance, on the disk:", "per_call", BigInt(CALLS) * 2n],
] as const) {
  const cost = await measure(guarded, await keyOf(tier, drops));
  console.log(`${what} ${cost.toFixed(1)} us of CPU per call, ${(cost - bare).toFixed(1)} us for the account`);
}
await store[Symbol.asyncDispose]();
await rm(folder, { recursive: true });

async function keyOf(tier: AccountTier, drops: bigint): Promise<string> {
  const { text, prefix } = await operator.issue({ email: "bench@example.com", tier, reason: "bench" });
  if (drops > 0n) await operator.grant(prefix, { drops, reason: "bench" });
  return text;
}

/** Microseconds of CPU, user and system, of one call. */
async function measure(stages: readonly Stage[], key: string | undefined): Promise<number> {
  const execute = createPipeline(stages, clock);
  const request: RunRequest = {
    requestId: crypto.randomUUID(),
    operation,
    input: {},
    freshness: "any",
    caller: { address: () => "", hungUp: () => new AbortController().signal, ...(key !== undefined && { key }) },
  };
  for (let warmUp = 0; warmUp < CALLS / 5; warmUp++) await execute(request);
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) {
    const outcome = await execute(request);
    if (!outcome.ok) throw outcome.error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
