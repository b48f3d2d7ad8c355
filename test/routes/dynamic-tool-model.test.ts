/** The language model works on tools for whoever's charge covers it, and for nobody else. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type AccountTier } from "../../src/accounts/tiers.ts";
import { openTestAccount } from "../support/accounts.ts";
import { modelAt } from "../support/connected-model.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";
import { type ModelServer, startModel } from "../support/model-server.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";

const PATHS = {
  "/weather": {
    get: {
      operationId: "currentWeather",
      summary: "Current weather of a city",
      parameters: [{ name: "city", in: "query", required: true, schema: { type: "string" } }],
      responses: { 200: { description: "Done" } },
    },
  },
};
const WISH = { description: "get the current weather in Paris" };

const payer = walletOf("payer");
const ledger = instantLedger("xrpl:21338", payer);
let server: ModelServer;
let world: EchoWorld;
beforeAll(async () => {
  server = await startModel({ say: {} });
  world = await startEchoWorld({ paths: PATHS }, { ledger, model: modelAt(server) });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
let askedBefore: number;
beforeEach(() => void (askedBefore = server.asked.length));
const timesAsked = () => server.asked.length - askedBefore;
const make = (headers: Record<string, string>) => ask(`${world.hub.url}/api/v1/agent/dynamic-tool/`, WISH, headers);

test.each([
  ["free_testnet", 0n, false],
  ["basic", 0n, true],
  ["enterprise", 0n, true],
  ["per_call", 1_000_000n, true],
] as const)("of the tier %s with %d drops", async (tier: AccountTier, drops, isAsked) => {
  const { key } = await openTestAccount(world.hub.services, tier, drops);
  const response = await make({ "x-api-key": key });
  expect([response.status, (await response.json()).tool.method]).toEqual([200, "GET"]);
  expect(timesAsked() > 0).toBe(isAsked);
});

test("whoever pays by the call", async () => {
  const { accepts } = await termsOf402(`${world.hub.url}/api/v1/agent/dynamic-tool/`, WISH);
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
  expect((await make(proof)).status).toBe(200);
  expect(timesAsked()).toBeGreaterThan(0);
});
