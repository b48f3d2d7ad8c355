/** A seller that says exactly what it is told, over real HTTP, and a payer with an account on a ledger of its own. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPendingPayments } from "../../src/payment/payer/pending-payments.ts";
import type { PayerContext } from "../../src/payment/payer/context.ts";
import { closeRegularly } from "../../src/sandbox-ledger/sandbox.ts";
import { throwAwayWallet } from "../../src/payment/xrpl/payer-wallet.ts";
import { startHttp } from "./http-server.ts";
import { walletOf } from "./payer.ts";
import { serveSandbox } from "./sandbox.ts";

export const SHOP = walletOf("shop").address;
export const OWNER_ENTROPY = new Uint8Array(16).fill(9);
const OWNER = throwAwayWallet(OWNER_ENTROPY);
const ENDOWED = [OWNER.address, SHOP].map((address) => ({ address, drops: 1_000_000_000n }));

export interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The connection ends before the answer does. */
  readonly breaksOff?: boolean;
}

export interface Seller extends AsyncDisposable {
  readonly url: string;
  /** The proofs that came, in order. */
  readonly proofs: readonly string[];
  /** Paths that were asked for, in order. */
  readonly paths: readonly string[];
}

/** `answer` is told the proof that came, how many came before it, and the address that was asked for. */
export async function startSeller(
  answer: (proof: string | undefined, earlier: number, url: string) => Said | Promise<Said>,
): Promise<Seller> {
  const proofs: string[] = [];
  const paths: string[] = [];
  const server = await startHttp(async (request, response) => {
    request.resume();
    await once(request, "end");
    paths.push(request.url ?? "");
    const proof = request.headers["payment-signature"]?.toString();
    const said = await answer(proof, proof === undefined ? 0 : proofs.push(proof) - 1, server.origin + request.url);
    if (said.breaksOff) return void request.socket.destroy();
    response.writeHead(said.status, said.headers);
    response.end(typeof said.body === "string" ? said.body : JSON.stringify(said.body ?? {}));
  });
  return { ...server, url: `${server.origin}/thing`, proofs, paths };
}

export interface Quote {
  readonly entries?: readonly object[];
  readonly resource?: string;
}

export const ENTRY = {
  scheme: "exact",
  network: "xrpl:1",
  amount: "50000",
  asset: "XRP",
  payTo: SHOP,
  maxTimeoutSeconds: 60,
  extra: { areFeesSponsored: false, invoiceId: "invoice-1", paymentFlow: "upfront", assetTransferMethod: "sequence" },
};

/** A 402 with these terms in its header. */
export function quote(url: string, { entries = [ENTRY], resource = url }: Quote = {}): Said {
  const required = { x402Version: 2, error: "Payment required", resource: { url: resource }, accepts: entries };
  return {
    status: 402,
    headers: { "payment-required": Buffer.from(JSON.stringify(required)).toString("base64") },
    body: { error: "Payment required" },
  };
}

export interface Customer extends AsyncDisposable {
  readonly world: PayerContext;
  readonly said: readonly string[];
  readonly ledgerUrl: string;
  /** The same ledger by a WebSocket. */
  readonly ledgerSocketUrl: string;
  /** Sends a proof's transaction to the ledger, as a seller does. */
  submit(proof: string): Promise<void>;
  /** Milliseconds it has waited; no time really passes. */
  waited(): number;
}

/** A payer with 1000 XRP on network 1, which pays up to 1 XRP without asking. */
export async function customer(overrides: Partial<PayerContext> = {}): Promise<Customer> {
  const folder = await mkdtemp(join(tmpdir(), "payer-"));
  const ledger = serveSandbox({ networkId: 1, endowments: ENDOWED });
  const stop = new AbortController();
  closeRegularly(ledger.sandbox.chain, 20, stop.signal);
  const said: string[] = [];
  let waited = 0;
  return {
    said,
    ledgerUrl: ledger.url,
    ledgerSocketUrl: ledger.socketUrl,
    waited: () => waited,
    async submit(proof) {
      const { payload } = JSON.parse(Buffer.from(proof, "base64").toString());
      await ledger.ask("submit", { tx_blob: payload.signedTxBlob });
    },
    world: {
      fetch,
      clock: { now: () => Date.now() + waited },
      random: (bytes) => new Uint8Array(bytes).fill(3),
      pause: async (ms) => void (waited += ms),
      signal: stop.signal,
      say: (line) => said.push(line),
      pending: createPendingPayments(folder),
      wallet: OWNER,
      limit: 1_000_000n,
      networkId: 1,
      ledgerUrls: [ledger.url],
      publicServers: () => [],
      patienceMs: 60_000,
      ...overrides,
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ledger[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
