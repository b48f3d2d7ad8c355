/**
 * The peer of the payment bench: a seller on @x402/hono of a document and of a run, announced as the hub announces them,
 * and of something that is announced nowhere.
 */
import { HTTPFacilitatorClient } from "@x402/core/server";
import type { Network } from "@x402/core/types";
import { bazaarResourceServerExtension, declareDiscoveryExtension } from "@x402/extensions/bazaar";
import {
  declarePaymentIdentifierExtension,
  PAYMENT_IDENTIFIER,
  paymentIdentifierResourceServerExtension,
} from "@x402/extensions/payment-identifier";
import { paymentMiddleware, x402ResourceServer } from "@x402/hono";
import { Hono } from "hono";
import dataClean from "../actors/data-clean/index.ts";
import { TRANSFER_METHODS } from "../src/payment/requirements.ts";
import { exampleOf } from "../src/runtime/payment/listing.ts";
import { XrplSeller } from "../test/support/xrpl-seller.ts";

const NETWORK: Network = "xrpl:1";
const answer = { text: "x".repeat(300) };

/** What the real one would say, without asking: only the making of 402s is measured. */
class SilentFacilitator extends HTTPFacilitatorClient {
  override async getSupported() {
    const kind = { x402Version: 2, scheme: "exact", network: NETWORK, extra: { areFeesSponsored: false } };
    return { kinds: [kind], extensions: ["bazaar", PAYMENT_IDENTIFIER], signers: { "xrpl:*": [] } };
  }
}

const seller = new x402ResourceServer(new SilentFacilitator({ url: "http://127.0.0.1:1" }))
  .register(NETWORK, new XrplSeller())
  .registerExtension(bazaarResourceServerExtension)
  .registerExtension(paymentIdentifierResourceServerExtension);
const accepts = { scheme: "exact", network: NETWORK, payTo: "rrrrrrrrrrrrrrrrrrrrrhoLvTp", price: "0.05" };
/** Both ways to pay that the hub offers, each to be paid before the answer. */
const acceptsBoth = TRANSFER_METHODS.map((assetTransferMethod) => ({
  ...accepts,
  maxTimeoutSeconds: 60,
  extra: { assetTransferMethod, paymentFlow: "upfront" },
}));
const identifier = { [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension() };
const document = {
  accepts: acceptsBoth,
  description: "How paying for a call works.",
  mimeType: "application/json",
  extensions: { ...declareDiscoveryExtension({ input: {}, inputSchema: { properties: {} } }), ...identifier },
};
const run = {
  accepts: acceptsBoth,
  description: dataClean.description,
  mimeType: "application/json",
  extensions: {
    ...declareDiscoveryExtension({
      bodyType: "json",
      input: dataClean.examples[0]?.input ?? {},
      inputSchema: JSON.parse(JSON.stringify(dataClean.input)),
      output: { example: { success: true, data: [exampleOf(dataClean.output)], error: null } },
    }),
    ...identifier,
  },
};
const app = new Hono();
app.get("/health", (context) => context.text("ok"));
const plain = { accepts, description: "Announced nowhere.", mimeType: "application/json" };
app.use(
  paymentMiddleware({ "GET /document": document, "POST /run": run, "GET /plain": plain, "POST /plain": plain }, seller),
);
app.get("/plain", (context) => context.json(answer));
app.post("/plain", (context) => context.json(answer));
app.get("/document", (context) => context.json(answer));
app.post("/run", (context) => context.json(answer));

export default { port: Number(process.env["PORT"]), hostname: "127.0.0.1", fetch: app.fetch };
