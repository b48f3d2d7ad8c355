/** A person without a program: opens the link of a 402 as a wallet does, and uses what it has paid. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { Client, Wallet } from "xrpl";
import type { Requirements } from "../../src/payment/requirements.ts";
import { invoiceHash } from "../../src/runtime/payment/invoice-hash.ts";
import { proofOf } from "../support/payer.ts";
import { fundedSeed, type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";

setDefaultTimeout(60_000);

const SEARCH = "/api/v1/agent/search/?q=weather";
const HASH = /<code id="tx_hash">([0-9A-F]{64})<\/code>/;

interface Terms {
  readonly accepts: readonly [Requirements];
  readonly wallet_deep_link: string;
  readonly payment: { readonly invoice_id: string };
}

let hub: SandboxHub;
beforeAll(async () => {
  hub = await startSandboxHub();
});
afterAll(() => hub?.[Symbol.asyncDispose]());

/** Pays exactly what a wallet app reads in the link, and gives the hash. */
async function payByLink(link: string): Promise<string> {
  const { pathname, searchParams } = new URL(link);
  const [, Destination = ""] = /request:(r\w+)$/.exec(pathname) ?? [];
  const [amount = "", dt, invoiceid] = ["amount", "dt", "invoiceid"].map((name) => searchParams.get(name));
  const wallet = Wallet.fromSeed(await fundedSeed(hub));
  const client = new Client(hub.socketUrl);
  await client.connect();
  try {
    const paid = await client.submitAndWait(
      {
        TransactionType: "Payment",
        Account: wallet.address,
        Destination,
        Amount: String(Math.round(Number(amount) * 1e6)),
        ...(dt && { DestinationTag: Number(dt) }),
        ...(invoiceid && { InvoiceID: invoiceid }),
      },
      { wallet },
    );
    return paid.result.hash;
  } finally {
    await client.disconnect();
  }
}

async function termsOf(path: string, headers: Record<string, string> = {}): Promise<Terms> {
  const response = await fetch(hub.url + path, { headers });
  expect(response.status).toBe(402);
  return (await response.json()) as Terms;
}

function redeem(path: string, { accepts }: Terms, txHash: string): Promise<Response> {
  return fetch(hub.url + path, { headers: { "payment-signature": proofOf(accepts[0], { txHash }) } });
}

describe("the link of a 402", () => {
  test.each([SEARCH, "/api/v1/demo/402/"])("paid as a wallet reads it, redeems %s by its hash", async (path) => {
    const terms = await termsOf(path);
    const answer = await redeem(path, terms, await payByLink(terms.wallet_deep_link));
    expect([answer.status, answer.headers.has("x-payment-receipt")]).toEqual([200, true]);
  });

  test("leads on a sandbox to a page of the hub's own, where one button pays exactly that", async () => {
    const terms = await termsOf(SEARCH);
    expect(terms.wallet_deep_link).toStartWith(`${hub.url}/sandbox/pay/`);
    const page = await fetch(terms.wallet_deep_link);
    const text = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain("0.05 XRP");
    expect(text).toContain("No real money moves");
    expect(text).not.toContain("<script");
    expect((await redeem(SEARCH, terms, "0".repeat(64))).status).toBe(503); // Looking has paid nothing.
    const paid = await fetch(terms.wallet_deep_link, { method: "POST" });
    const [, hash = ""] = HASH.exec(await paid.text()) ?? [];
    expect([paid.status, paid.redirected, (await redeem(SEARCH, terms, hash)).status]).toEqual([200, true, 200]);
    const again = await fetch(paid.url); // Loaded again, it pays nothing.
    expect(HASH.exec(await again.text())?.[1]).toBe(hash);
  });

  test.each([
    ["another address", (link: string) => link.replace(/request:r\w+/, "request:rrrrrrrrrrrrrrrrrrrrrhoLvTp")],
    ["no amount of XRP", (link: string) => link.replace("amount=0.05", "amount=1e3")],
    ["an amount of nothing", (link: string) => link.replace("amount=0.05", "amount=0")],
    ["a tag beyond 32 bits", (link: string) => `${link}&dt=4294967296`],
    ["markup for an invoice", (link: string) => link.replace(/invoiceid=\w+/, "invoiceid=<script>")],
    ["another ledger", (link: string) => link.replace(/network=.*/, "network=XRPL")],
    ["a broken escape", (link: string) => link.replace("request:", "%E0%A4%A")],
  ])("with %s pays nothing, and says why", async (_, change) => {
    const link = change((await termsOf(SEARCH)).wallet_deep_link);
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(link, { method });
      const text = await answer.text();
      expect([answer.status, text.includes('role="alert"'), text.includes("<script>")]).toEqual([400, true, false]);
    }
  });

  test("without the tag that the wallet wants is refused by the ledger, and says so", async () => {
    await using tagged = await startSandboxHub({ XRPL_DESTINATION_TAG: "7" });
    const { wallet_deep_link: link } = (await (await fetch(tagged.url + SEARCH)).json()) as Terms;
    const answer = await fetch(link.replace("&dt=7", ""), { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("tecDST_TAG_NEEDED")]);
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
  });

  test("of an order carries its tag: what is paid by it makes the key work", async () => {
    const body = JSON.stringify({ email: "a@example.com", per_call: true, amount: 1 });
    const registered = await fetch(`${hub.url}/api/v1/x402/register/`, { method: "POST", body });
    const order = (await registered.json()) as { api_key: string; wallet_deep_link: string };
    expect((await fetch(order.wallet_deep_link, { method: "POST" })).status).toBe(200);
    const search = () => fetch(hub.url + SEARCH, { headers: { "x-api-key": order.api_key } });
    while ((await search()).status === 402) await fetch(`${hub.url}/ready`);
    expect((await search()).status).toBe(200);
  });
});

test("what xrpl.js fills in by itself is payable as it is", async () => {
  const terms = await termsOf(SEARCH);
  const [accepted] = terms.accepts;
  const wallet = Wallet.fromSeed(await fundedSeed(hub));
  const client = new Client(hub.socketUrl);
  await client.connect();
  try {
    const payment = await client.autofill({
      TransactionType: "Payment",
      Account: wallet.address,
      Destination: accepted.payTo,
      Amount: accepted.amount,
      InvoiceID: invoiceHash(accepted.extra.invoiceId),
    });
    const proof = proofOf(accepted, { signedTxBlob: wallet.sign(payment).tx_blob });
    const answer = await fetch(hub.url + SEARCH, { headers: { "payment-signature": proof } });
    expect(answer.status).toBe(200);
  } finally {
    await client.disconnect();
  }
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("the four steps of the demo", () => {
  /** What is in angle brackets is a field of an answer before it. */
  const filled = (command: string, fields: Record<string, string>) =>
    command.replace(/<([\w.]+)>/g, (_, name) => fields[name] ?? `missing ${name}`);

  function type(step: string, fields: Record<string, string>): string {
    const [, command = ""] = /: (curl .*)$/.exec(step) ?? [];
    const { stdout, stderr, status } = spawnSync("sh", ["-c", filled(command, fields)], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  test("typed as they stand end with the answer", async () => {
    const path = "/api/v1/demo/402/";
    const terms = await termsOf(path);
    const demo = await redeem(path, terms, await payByLink(terms.wallet_deep_link));
    const document = (await demo.json()) as { flow: string[] } & Terms;
    const [ask = "", pay = "", register = "", use = ""] = document.flow;
    expect(document.flow).toHaveLength(4);
    const quoted = JSON.parse(type(ask, {})) as Terms;
    const [, hash = ""] = HASH.exec(type(pay, { wallet_deep_link: quoted.wallet_deep_link })) ?? [];
    const fields = { tx_hash: hash, "payment.invoice_id": quoted.payment.invoice_id };
    const { api_key: key } = JSON.parse(type(register, fields)) as { api_key: string };
    expect(JSON.parse(type(use, { api_key: key }))).toMatchObject({ endpoint: path, protocol: "x402" });
  });

  test("are followed by a link that is bound to terms of its own", async () => {
    const path = "/api/v1/demo/402/";
    const terms = await termsOf(path);
    const demo = await redeem(path, terms, await payByLink(terms.wallet_deep_link));
    const next = (await demo.json()) as Terms;
    expect(next.wallet_deep_link).not.toBe(terms.wallet_deep_link);
    const { extra, ...rest } = terms.accepts[0];
    const accepts = [{ ...rest, extra: { ...extra, invoiceId: next.payment.invoice_id } }] as const;
    const answer = await redeem(path, { ...next, accepts }, await payByLink(next.wallet_deep_link));
    expect(answer.status).toBe(200);
  });
});
