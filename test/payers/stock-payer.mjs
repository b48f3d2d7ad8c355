/**
 * A buyer that knows nothing of this hub: the published x402 client and a scheme for XRP, as its documentation has one
 * write it. Runs on Node.js and Bun alike: stock-payer.mjs <ledger socket> <seed> '[{"url":…,"transferMethod":…,"body":…}]'
 */
import { createHash } from "node:crypto";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { Client, Wallet } from "xrpl";

const SECONDS_PER_LEDGER = 5;

class ExactXrpScheme {
  scheme = "exact";

  constructor(wallet, socketUrl) {
    this.wallet = wallet;
    this.socketUrl = socketUrl;
  }

  async createPaymentPayload(x402Version, { network, amount, asset, payTo, maxTimeoutSeconds, extra }) {
    if (asset !== "XRP" || extra.areFeesSponsored !== false) throw new Error("These terms are for another scheme");
    const client = new Client(this.socketUrl);
    await client.connect();
    try {
      const last = (await client.getLedgerIndex()) + Math.ceil(maxTimeoutSeconds / SECONDS_PER_LEDGER) + 2;
      const networkId = Number(network.split(":")[1]);
      const isTicket = extra.assetTransferMethod === "ticketSequence";
      const payment = await client.autofill({
        TransactionType: "Payment",
        Account: this.wallet.address,
        Destination: payTo,
        Amount: amount,
        InvoiceID: createHash("sha256").update(extra.invoiceId).digest("hex").toUpperCase(),
        LastLedgerSequence: last,
        ...(extra.destinationTag !== undefined && { DestinationTag: extra.destinationTag }),
        ...(networkId > 1024 && { NetworkID: networkId }),
        ...(isTicket && { Sequence: 0, TicketSequence: await this.ticket(client) }),
      });
      return { x402Version, payload: { signedTxBlob: this.wallet.sign(payment).tx_blob } };
    } finally {
      await client.disconnect();
    }
  }

  /** A ticket of the account's, made now when it has none. */
  async ticket(client) {
    const asked = {
      command: "account_objects",
      account: this.wallet.address,
      type: "ticket",
      ledger_index: "validated",
    };
    const [ticket] = (await client.request(asked)).result.account_objects;
    if (ticket !== undefined) return ticket.TicketSequence;
    const create = { TransactionType: "TicketCreate", Account: this.wallet.address, TicketCount: 1 };
    const { meta } = (await client.submitAndWait(create, { wallet: this.wallet })).result;
    return meta.AffectedNodes.map(({ CreatedNode }) => CreatedNode?.NewFields).find((made) => made?.TicketSequence)
      .TicketSequence;
  }
}

const [socketUrl, seed, purchases] = process.argv.slice(2);
const scheme = new ExactXrpScheme(Wallet.fromSeed(seed), socketUrl);
const bought = [];
for (const purchase of JSON.parse(purchases)) bought.push(await buy(purchase));
process.stdout.write(JSON.stringify(bought));

async function buy({ url, transferMethod, body }) {
  const client = new x402Client((_version, accepts) =>
    accepts.find(({ extra }) => extra.assetTransferMethod === transferMethod),
  )
    .register("xrpl:*", scheme)
    .setSpendControls({ allowedAssets: [{ network: "xrpl:*", asset: "XRP", maxAmountPerPayment: "1000000" }] });
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await wrapFetchWithPayment(fetch, client)(url, body === undefined ? {} : post);
  const settlement = response.headers.get("payment-response");
  return {
    status: response.status,
    settlement: settlement === null ? null : JSON.parse(Buffer.from(settlement, "base64").toString()),
    receipt: response.headers.get("x-payment-receipt"),
    answer: await response.json(),
  };
}
