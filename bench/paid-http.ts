/** Paid calls from end to end over HTTP: 402, signature, settlement on the sandbox ledger, answer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namedNetwork, type Requirements } from "../src/payment/requirements.ts";
import { paymentFields, proofOf, signed, type Wallet, walletOf } from "../test/support/payer.ts";
import { serve } from "./served.ts";

const PAYERS = 32;
const CALLS_EACH = 12;
/** A ledger is closed so often: much faster than any real one, and slowly enough for a signature to stay good. */
const CLOSE_MS = 50;
const PATH = "/api/v1/demo/402/";

export async function paidOverHttp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-bench-"));
  try {
    using hub = await serve("../src/main.ts", "/health", {
      HUB_DATA_DIR: folder,
      SANDBOX_CLOSE_MS: String(CLOSE_MS),
      LOG_LEVEL: "warn",
      CATALOG_AUTO_IMPORT: "false",
    });
    const url = `http://127.0.0.1:${hub.port}`;
    const payers = Array.from({ length: PAYERS }, (_, number) => walletOf(`bench-${number}`));
    await fill(url, payers);
    await new Promise((resolve) => setTimeout(resolve, 10 * CLOSE_MS));
    await Promise.all(payers.map((payer) => buy(url, payer, 1))); // Until everything is compiled.
    const cpu = hub.cpu();
    const start = performance.now();
    await Promise.all(payers.map((payer) => buy(url, payer, CALLS_EACH)));
    const seconds = (performance.now() - start) / 1000;
    const calls = PAYERS * CALLS_EACH;
    console.log(
      `\npaid calls over HTTP, sandbox ledger closed every ${CLOSE_MS} ms: ${(calls / seconds).toFixed(0)} /s by ${PAYERS} payers, ` +
        `${((hub.cpu() - cpu) / 1000 / calls).toFixed(1)} ms of the hub's and its ledger's processor time each`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the sandbox's faucet. */
export async function fill(url: string, payers: readonly Wallet[]): Promise<void> {
  for (const { address } of payers) await post(`${url}/sandbox/faucet`, { destination: address });
}

/** Pays for so many calls of the hub at that address, one after the other. @throws {Error} where one is refused. */
export async function buy(url: string, payer: Wallet, times: number): Promise<void> {
  for (let call = 0; call < times; call++) {
    const { accepts } = (await (await fetch(url + PATH)).json()) as { accepts: readonly [Requirements] };
    const [required] = accepts;
    const params = [{ account: payer.address, ledger_index: "validated" }];
    const { result } = (await post(`${url}/sandbox/ledger`, { method: "account_info", params })) as {
      result: { account_data: { Sequence: number }; ledger_index: number };
    };
    const fields = paymentFields(required, payer, result.account_data.Sequence, result.ledger_index + 15);
    const id = namedNetwork(required.network);
    const signedTxBlob = signed({ ...fields, ...(id !== undefined && { NetworkID: id }) }, payer);
    const paid = await fetch(url + PATH, { headers: { "payment-signature": proofOf(required, { signedTxBlob }) } });
    if (!paid.ok) throw new Error(`Cannot measure: a good payment was answered ${paid.status} ${await paid.text()}`);
    await paid.text();
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}
