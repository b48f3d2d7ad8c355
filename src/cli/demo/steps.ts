/** The steps of the demonstration, in order. Each shows one thing, and fails when it is not so. */
import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { buy } from "../../payment/payer/buy.ts";
import { type SellerAnswer, exchange, textOf } from "../../payment/payer/exchange.ts";
import type { PendingPayment } from "../../payment/payer/pending-payments.ts";
import type { PayerContext } from "../../payment/payer/context.ts";
import { readReceipt } from "../../payment/receipts.ts";
import { payerLedger } from "../../payment/xrpl/payer-ledger.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { parseJson } from "../../runtime/json.ts";
import { formatXrp } from "../../runtime/money.ts";
import { guardOf } from "../../runtime/schema.ts";
import { connectApi } from "./connect.ts";
import { payOrder } from "./order.ts";
import type { Demo, DemoStep } from "./step.ts";

export const STEPS: readonly DemoStep[] = [
  { title: "An agent without key or money searches, and is told the price", run: quote },
  { title: "It takes play money from the faucet, signs a payment, and gets its answer", run: pay },
  { title: "The same payment again: the same answer, and no second charge", run: repeat },
  { title: "The receipt is checked without asking the hub", run: checkReceipt },
  { title: "The ledger tells the same", run: readLedger },
  { title: "For many calls there are keys: one is ordered, and paid by its destination tag", run: payOrder },
  { title: "An API wants a login: a person gives it, and the agent never sees the token", run: connectApi },
];

const SEARCH = "/api/v1/agent/search/?q=weather%20forecast&limit=3";
const TIMEOUT_MS = 10_000;

const Found = Type.Object({
  total: Type.Integer(),
  results: Type.Array(
    Type.Union([
      Type.Object({ method: Type.String(), base_url: Type.String(), path: Type.String() }),
      Type.Object({ run_url: Type.String() }),
    ]),
  ),
});
const Keys = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String(), kid: Type.String() })) });
const isFound = guardOf(Found);
const areKeys = guardOf(Keys);

async function quote({ hubUrl, world, show }: Demo): Promise<void> {
  const answer = await exchange(searchOf(hubUrl), limitsOf(world));
  expect(answer.status === 402, `The search answers ${answer.status}, not 402`);
  show(`GET ${SEARCH} → 402 Payment Required`);
  show(`the terms stand in its PAYMENT-REQUIRED header (${answer.headers.get("payment-required")?.length} characters)`);
}

async function pay({ hubUrl, world, show, bought }: Demo): Promise<void> {
  const outcome = await buy(searchOf(hubUrl), { ...world, say: show });
  if (outcome.state !== "answered" || outcome.payment === undefined)
    throw new OperatorError("The search was not answered.");
  const { answer, payment } = outcome;
  const found = parseJson(textOf(answer));
  if (!isFound(found)) throw new OperatorError("The search answers something else.");
  const { total, results } = found;
  show(`paid by ${payment.payer}`);
  show(`→ ${answer.status}, ${total} results:`);
  for (const result of results)
    show("run_url" in result ? `  POST ${result.run_url}` : `  ${result.method} ${result.base_url}${result.path}`);
  Object.assign(bought, { answer, payment });
}

async function repeat({ world, show, bought }: Demo): Promise<void> {
  const { answer, payment } = boughtOf(bought);
  const again = await exchange(payment.request, limitsOf(world), payment.proof);
  expect(again.status === 200 && textOf(again) === textOf(answer), "The same payment brings another answer");
  expect(again.headers.get("idempotent-replayed") === "true", "The same payment is redeemed twice");
  show("→ 200, byte for byte the same, idempotent-replayed: true");
}

async function checkReceipt({ hubUrl, world, show, bought }: Demo): Promise<void> {
  const { answer, payment } = boughtOf(bought);
  const request = { url: `${hubUrl}/.well-known/jwks.json`, method: "GET", headers: [] };
  const jwks = parseJson(textOf(await exchange(request, limitsOf(world))));
  if (!areKeys(jwks)) throw new OperatorError("The hub publishes no keys.");
  const { keys } = jwks;
  const receipt = answer.headers.get("x-payment-receipt") ?? "";
  const claims = await readReceipt(receipt, keys);
  const output = createHash("sha256").update(answer.bytes).digest("hex");
  if (claims === undefined) throw new OperatorError("The receipt is not sealed by the hub's key.");
  expect(claims.transaction === payment.hash && claims.output_sha256 === output, "The receipt is for something else");
  const forged = receipt.replace(/\.(.)/, (_, first) => `.${first === "e" ? "f" : "e"}`);
  expect((await readReceipt(forged, keys)) === undefined, "A forged receipt passes");
  show(`sealed by key ${keys[0]?.kid}`);
  show(`${claims.sub} paid ${claims.amount_xrp} XRP for an answer of SHA-256 ${output.slice(0, 16)}…: it is this one`);
  show("with one letter changed it is refused");
}

async function readLedger({ world, show, bought }: Demo): Promise<void> {
  const { payment } = boughtOf(bought);
  const { network, ledgerUrls: urls, hash } = payment;
  const ledger = payerLedger({ network, urls, fetch, timeoutMs: TIMEOUT_MS, pollMs: 100, clock: world.clock });
  const seen = await ledger.find(hash, world.signal);
  if (seen?.delivered === undefined) throw new OperatorError("The ledger knows nothing of the payment.");
  show(`transaction ${hash}`);
  show(`${seen.result}: ${formatXrp(seen.delivered)} XRP from ${seen.account} to ${seen.destination}`);
  show(`bound to its invoice by InvoiceID ${seen.invoiceHash?.slice(0, 16)}…`);
}

function searchOf(hubUrl: string) {
  return { url: hubUrl + SEARCH, method: "GET", headers: [] };
}

function limitsOf({ fetch, signal }: PayerContext) {
  return { fetch, signal, timeoutMs: TIMEOUT_MS };
}

function boughtOf({ answer, payment }: Demo["bought"]): { answer: SellerAnswer; payment: PendingPayment } {
  if (answer === undefined || payment === undefined) throw new OperatorError("Nothing was bought.");
  return { answer, payment };
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new OperatorError(`${otherwise}.`);
}
