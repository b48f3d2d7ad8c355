/** A tool that is paid for on the real sandbox ledger, by a hub as its users run it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { deriveAddress, deriveKeypair } from "ripple-keypairs";
import { Client } from "xrpl";
import type { Requirements } from "../../src/payment/requirements.ts";
import { type McpClient, WAYS } from "../support/mcp-clients.ts";
import { paymentFields, signed } from "../support/payer.ts";
import { fundedSeed, type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";

let hub: SandboxHub;
let client: McpClient;
beforeAll(async () => {
  hub = await startSandboxHub();
  const [, connect] = WAYS[4] ?? [];
  if (connect === undefined) throw new Error("There is a way of this number");
  client = await connect(`${hub.url}/mcp`);
}, 30_000);
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
});

test("a search is refused with its price, paid with play money, answered, and told again for the same payment", async () => {
  const words = { q: "weather forecast", limit: 3 };
  const unpaid = await client.call("search_apis", words);
  const [accepted] = unpaid.structuredContent.accepts as [Requirements];
  const signedTxBlob = await blobFor(accepted);
  const meta = { "x402/payment": { x402Version: 2, accepted, payload: { signedTxBlob } } };
  const paid = await client.call("search_apis", words, { meta });
  expect(paid.structuredContent).toMatchObject({ charged_xrp: 0.05 });
  expect(paid._meta["x402/payment-response"]).toMatchObject({ success: true, network: accepted.network });
  const again = await client.call("search_apis", words, { meta });
  expect(again.structuredContent).toEqual({ ...paid.structuredContent, replayed: true });
}, 30_000);

/** A payment out of a new wallet, which the sandbox's faucet has filled. */
async function blobFor(accepted: Requirements): Promise<string> {
  const keys = deriveKeypair(await fundedSeed(hub));
  const wallet = { ...keys, address: deriveAddress(keys.publicKey) };
  const ledger = new Client(hub.socketUrl);
  await ledger.connect();
  try {
    const { result } = await ledger.request({
      command: "account_info",
      account: wallet.address,
      ledger_index: "validated",
    });
    const last = (await ledger.getLedgerIndex()) + 20; // So far ahead is taken.
    const fields = paymentFields(accepted, wallet, result.account_data.Sequence, last);
    return signed({ ...fields, NetworkID: Number(accepted.network.split(":")[1]) }, wallet);
  } finally {
    await ledger.disconnect();
  }
}
