import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { fundedSeed, type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";
import { payAsPython } from "./python-habits.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const STOCK_PAYER = fileURLToPath(new URL("./stock-payer.mjs", import.meta.url));
const SEARCH = "/api/v1/agent/search/?q=weather";
const RUN = "/api/v1/genius/actors/data-convert/run/";
const INPUT = { from: "csv", payload: "id,city\n007,Bern" };
/** The hub's tests run on Bun; whoever has Node.js proves the payer on it as well. */
const RUNTIMES = [process.execPath, "node"].filter((runtime) => spawnSync(runtime, ["--version"]).status === 0);
const PUBLIC_IDS: readonly number[] = [0, 1];

interface Bought {
  readonly status: number;
  readonly settlement: { readonly success: boolean; readonly network: string; readonly transaction: string } | null;
  readonly receipt: string | null;
  readonly answer: Record<string, any>;
}

/** What a payer on this runtime says of its purchases, made one after the other. */
function stockPayer(runtime: string, { socketUrl }: SandboxHub, seed: string, purchases: object[]): Promise<Bought[]> {
  const child = spawn(runtime, [STOCK_PAYER, socketUrl, seed, JSON.stringify(purchases)]);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  return new Promise((resolve, reject) =>
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(err)))),
  );
}

async function bought(response: Response): Promise<Bought> {
  const settlement = response.headers.get("payment-response");
  return {
    status: response.status,
    settlement: settlement === null ? null : JSON.parse(Buffer.from(settlement, "base64").toString()),
    receipt: response.headers.get("x-payment-receipt"),
    answer: (await response.json()) as Record<string, any>,
  };
}

for (const networkId of [0, 1, 21_338]) {
  const network = `xrpl:${networkId}`;
  const paid = {
    status: 200,
    settlement: { success: true, network, transaction: expect.stringMatching(/^[0-9A-F]{64}$/) },
    receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  };
  const found = { ...paid, answer: { query: "weather", total: 3 } };
  const converted = { ...paid, answer: { success: true, data: [{ id: "007", city: "Bern" }] } };

  describe(`a hub whose sandbox calls itself ${network}`, () => {
    let hub: SandboxHub;
    beforeAll(async () => {
      hub = await startSandboxHub({
        XRPL_SANDBOX_NETWORK_ID: String(networkId),
        CHARGED_TIERS: "standard,enhanced,campaign,cached",
      });
    });
    afterAll(() => hub?.[Symbol.asyncDispose]());

    for (const [at, runtime] of RUNTIMES.entries()) {
      const name = at === 0 ? "Bun" : "Node.js";
      test(`is paid by @x402/fetch on ${name}: search, then an actor run, in turn and by ticket`, async () => {
        const purchases = ["sequence", "ticketSequence"].flatMap((transferMethod) => [
          { url: hub.url + SEARCH, transferMethod },
          { url: hub.url + RUN, transferMethod, body: INPUT },
        ]);
        const all = await stockPayer(runtime, hub, await fundedSeed(hub), purchases);
        expect(all).toMatchObject([found, converted, found, converted]);
      });
    }

    test("is paid by a client with the Python client's habits: search, then an actor run", async () => {
      const rpcUrl = `${hub.url}/sandbox/ledger`;
      const payer = { seed: await fundedSeed(hub), rpcUrl };
      const post = { method: "POST", body: JSON.stringify(INPUT), headers: { "content-type": "application/json" } };
      if (!PUBLIC_IDS.includes(networkId)) {
        // It knows public networks only, and hands the terms of others back unpaid.
        expect((await payAsPython(payer, hub.url + SEARCH)).status).toBe(402);
        Object.assign(payer, { networks: [network] });
      }
      expect(await bought(await payAsPython(payer, hub.url + SEARCH))).toMatchObject(found);
      expect(await bought(await payAsPython(payer, hub.url + RUN, post))).toMatchObject(converted);
    });
  });
}

test("@x402/fetch pays no XRP before it is told that it may: the line about spend controls is needed", async () => {
  await using hub = await startSandboxHub();
  await fundedSeed(hub); // By then its ledger is open, and terms are quoted.
  const signed: string[] = [];
  const createPaymentPayload = async (x402Version: number) => {
    signed.push("signed");
    return { x402Version, payload: {} };
  };
  const client = new x402Client().register("xrpl:*", { scheme: "exact", createPaymentPayload });
  await expect(wrapFetchWithPayment(fetch, client)(hub.url + SEARCH)).rejects.toThrow();
  expect(signed).toEqual([]);
});
