/** Works, runs and ports for tests of the stages: small enough to read, complete enough to be honest. */
import type { Tier } from "../../src/runtime/actor.ts";
import { createPipeline, type Stage } from "../../src/runtime/run/pipeline.ts";
import type { Accounts, Reservation, Standing } from "../../src/runtime/ports/accounts.ts";
import type { Answer, WholeAnswer } from "../../src/runtime/ports/answer.ts";
import type { Attempts, ProofLimit } from "../../src/runtime/ports/attempts.ts";
import type { RunQueue } from "../../src/runtime/ports/runs.ts";
import type { ClaimResult, Rail } from "../../src/runtime/ports/payment.ts";
import type { PriceList } from "../../src/runtime/run/prices.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { CreateContext } from "../../src/runtime/actors/registry.ts";
import type { Pricing, Operation } from "../../src/runtime/run/operation.ts";
import type { Run, RunRequest } from "../../src/runtime/run/run.ts";
import type { Outcome } from "../../src/runtime/run/outcome.ts";

export const PRICES: PriceList = {
  tiers: { standard: 120_000n, enhanced: 120_000n, campaign: 240_000n, cached: 12_000n },
  call: 50_000n,
  chargedTiers: new Set(["enhanced", "campaign"]),
  cacheHitPercent: 10,
};

export const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** A clock that stands still until it is told. */
export function testClock(start = 1_000_000) {
  let time = start;
  return {
    now: () => time,
    advance(ms: number) {
      time += ms;
    },
  };
}

export function answerOf(items: readonly unknown[]): WholeAnswer {
  return { itemsJson: JSON.stringify(items), count: items.length, warnings: [] };
}

/** An answer so large that it comes in pieces; these make `[1]`. */
export function largeAnswer(): Answer {
  const itemsJson = { [Symbol.iterator]: () => ["[", "1", "]"].values(), [Symbol.dispose]: () => undefined };
  return { itemsJson, count: 1, warnings: [] };
}

/** An operation that answers its input, unless told otherwise. */
export function operationOf(overrides: Partial<Operation> = {}): Operation {
  return {
    slug: "echo",
    revision: "1.0.0+1",
    description: "Answers what it is asked.",
    method: "POST",
    path: "/api/v1/genius/actors/echo/run/",
    pricing: pricedAt("standard"),
    scope: { area: "run" },
    cacheTtlSeconds: 60,
    timeoutMs: 1000,
    validate: (input) => ({ ok: true, value: input as Record<string, unknown>, warnings: [] }),
    perform: async (input) => answerOf([input]),
    ...overrides,
  };
}

/** On the price list, and charged by policy where `charged` says so. */
export function pricedAt(tier: Tier, charged: (input: unknown) => boolean = () => true): Pricing {
  return { by: "tier", tier, charged };
}

export function requestOf(overrides: Partial<RunRequest> = {}): RunRequest {
  return {
    requestId: crypto.randomUUID(),
    operation: operationOf(),
    input: { q: 1 },
    caller: { address: () => "192.0.2.1", hungUp: () => new AbortController().signal },
    freshness: "any",
    ...overrides,
  };
}

/** Runs a request through these stages. */
export function runThrough(
  stages: readonly Stage[],
  request: Partial<RunRequest> = {},
  clock = testClock(),
): Promise<Outcome> {
  return Promise.try(createPipeline(stages, clock), requestOf(request));
}

/** A stage that records what reaches it. */
export function probe(seen: Run[]): Stage {
  return (run, next) => {
    seen.push(run);
    return next(run);
  };
}

/** However often a run fails, it may be tried again. */
export const UNBOUNDED: Attempts = {
  begin: () => ({ spend: () => undefined, fail: () => 0, [Symbol.asyncDispose]: async () => undefined }),
};

/** Any number of proofs may fail. */
export const UNLIMITED: ProofLimit = { admit: () => undefined, failed: () => undefined };

/** Accounts that count nothing. */
export const UNCOUNTED: Pick<Accounts, "count"> = { count: () => undefined };

/** Accounts whose limits have room for so many requests of strangers; how many have counted is in `counted`. */
export function roomFor(requests: number) {
  const accounts = {
    counted: 0,
    count({ standing }: { readonly standing: Standing }): void {
      if (standing.state === "known") return;
      if (accounts.counted >= requests) throw new HubError("rate_limited", "Too many.");
      accounts.counted++;
    },
  };
  return accounts;
}

/** Accounts that leave everything due, and write down what becomes of each reservation. */
export function payAsYouGo(log: string[]): Accounts {
  return {
    standing: () => ({ state: "anonymous" }),
    headers: () => ({}),
    count: () => undefined,
    resume: NO_LATER.resume,
    release: NO_LATER.release,
    reserve({ billing, price: asked }): Reservation {
      const price = billing === "charged" ? asked : 0n;
      log.push(`reserved ${price}`);
      let isCommitted = false;
      return {
        charge: price,
        due: price,
        headers: () => ({ "x-calls-remaining": "7" }),
        commit: () => {
          isCommitted = true;
          log.push("counted");
        },
        [Symbol.asyncDispose]: async () => void (isCommitted || log.push("call released")),
      };
    },
  };
}

/** Of accounts and payments that no run is written down for. */
export const NO_LATER = {
  resume: () => undefined,
  release: () =>
    function* () {
      yield* [];
    },
  handOver: () => ({ done: () => undefined }),
};
/** Writes no run down. */
export const NO_QUEUE: RunQueue = { put: async ({ id }) => id, underWay: async () => undefined };

/** A toy rail: the proof "coin" pays anything once. */
export function coinRail(log: string[]): Rail {
  let isSpent = false;
  return {
    terms: ({ price }) => ({ body: { price: String(price) }, headers: { "payment-required": "terms" } }),
    admits: (receipt) => receipt === "receipt",
    bought: () => undefined,
    payer: (proof) => (proof.startsWith("coin") ? "rCoin" : undefined),
    claim(proof): ClaimResult {
      if (proof !== "coin") throw new HubError("payment_invalid", "Not a coin.");
      if (isSpent) throw new HubError("payment_already_used", "Spent.");
      isSpent = true;
      log.push("claimed");
      let isRedeemed = false;
      const headers = { "payment-response": "paid" };
      return {
        state: "claimed",
        claim: {
          payment: "A".repeat(64),
          price: 120_000n,
          isCached: false,
          headers,
          handOver: NO_LATER.handOver,
          redeem: async () => {
            isRedeemed = true;
            log.push("redeemed");
            return headers;
          },
          [Symbol.asyncDispose]: async () => {
            if (isRedeemed) return;
            isSpent = false;
            log.push("released");
          },
        },
      };
    },
  };
}

/** The code of the refusal that a run ends in. */
export async function refusalOf(run: Promise<Outcome>): Promise<HubError> {
  const outcome = await run.catch((error: unknown) => error);
  if (outcome instanceof HubError) return outcome;
  throw new Error(
    `Expected a refusal, got ${JSON.stringify(outcome, (_, value) => (typeof value === "bigint" ? String(value) : value))}`,
  );
}

/** For actors that are not lent a catalogue. */
export function noCatalog(): never {
  throw new HubError("overloaded", "This test has no catalogue.");
}

/** For actors that ask for nothing of it. */
export function lendNothing(signal: AbortSignal): ReturnType<CreateContext> {
  return {
    catalog: noCatalog,
    signal,
    now: () => 0,
    fetch: () => Promise.reject(new Error("no network")),
    log: SILENT,
  };
}
