/** The other way to pay: an order by its destination tag, and a key that starts to work by itself. */
import { type Static, Type } from "@sinclair/typebox";
import { exchange, textOf } from "../../payment/payer/exchange.ts";
import { createFaucetWallet, sandboxLedgerUrl } from "../../payment/payer/faucet-wallet.ts";
import { namedNetwork } from "../../payment/requirements.ts";
import { type PayerLedger, payerLedger } from "../../payment/xrpl/payer-ledger.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { parseJson } from "../../runtime/json.ts";
import { guardOf } from "../../runtime/schema.ts";
import type { Demo } from "./step.ts";

const Order = Type.Object({
  api_key: Type.String(),
  status: Type.Literal("pending_payment"),
  network: Type.String(),
  deposit_address: Type.String(),
  destination_tag: Type.String({ pattern: "^[0-9]{1,10}$" }),
});
type Order = Static<typeof Order>;
const isOrder = guardOf(Order);

const TIMEOUT_MS = 10_000;
const AMOUNT_DROPS = "1000000";
const LEDGERS_TO_PAY_IN = 20;

export async function payOrder({ hubUrl, world, show }: Demo): Promise<void> {
  const limits = { fetch: world.fetch, signal: world.signal, timeoutMs: TIMEOUT_MS };
  const body = JSON.stringify({ email: "agent@example.com", per_call: true, amount: 1 });
  const registered = await exchange(
    { url: `${hubUrl}/api/v1/x402/register/`, method: "POST", headers: [], body },
    limits,
  );
  const order = parseJson(textOf(registered));
  if (!isOrder(order)) throw new OperatorError("The hub gives no order.");
  const { api_key: key, ...due } = order;
  const { network, deposit_address: payee, destination_tag: tag } = due;
  show(`key ${key.slice(0, 12)}… is to be paid with 1 XRP to ${payee}, destination tag ${tag}`);

  const ledger = payerLedger({
    network,
    urls: [sandboxLedgerUrl(hubUrl)],
    fetch: world.fetch,
    stop: world.signal,
    timeoutMs: TIMEOUT_MS,
    pollMs: 100,
    clock: world.clock,
  });
  await payTag(due, ledger, await createFaucetWallet(hubUrl, ledger, world.random(16), limits), world.signal);
  const usage = { url: `${hubUrl}/api/v1/agent/usage/`, method: "GET", headers: [["x-api-key", key]] as const };
  const patience = AbortSignal.any([world.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  while ((await exchange(usage, limits)).status !== 200) await nextLedger(ledger, patience);
  show("the hub saw it on the ledger by itself: the key works");
}

async function payTag(
  { network, deposit_address, destination_tag }: Omit<Order, "api_key">,
  ledger: PayerLedger,
  wallet: Awaited<ReturnType<typeof createFaucetWallet>>,
  signal: AbortSignal,
): Promise<void> {
  const view = await ledger.view({ account: wallet.address, method: "sequence", slot: 0 }, signal);
  const networkId = namedNetwork(network);
  const { blob } = wallet.sign({
    TransactionType: "Payment",
    Account: wallet.address,
    Destination: deposit_address,
    DestinationTag: Number(destination_tag),
    Amount: AMOUNT_DROPS,
    Fee: (await ledger.fee(signal)).toString(),
    Sequence: view.payer?.sequence ?? 0,
    LastLedgerSequence: view.validatedIndex + LEDGERS_TO_PAY_IN,
    ...(networkId !== undefined && { NetworkID: networkId }),
  });
  const { result } = await ledger.submit(blob, signal);
  if (result !== "tesSUCCESS") throw new OperatorError(`The ledger does not take the payment: ${result}.`);
}

async function nextLedger(ledger: PayerLedger, signal: AbortSignal): Promise<void> {
  const { validatedIndex } = await ledger.view({ account: ZERO_ACCOUNT, method: "sequence", slot: 0 }, signal);
  await ledger.nextLedger(validatedIndex, signal);
}

/** ACCOUNT_ZERO of the XRP ledger: any account will do to be told which ledger is the last. */
const ZERO_ACCOUNT = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";
