/** The server half of x402's scheme `exact` on the XRP ledger, for stock resource servers: prices in XRP. */
import type { AssetAmount, Network, PaymentRequirements, Price, SchemeNetworkServer } from "@x402/core/types";
import { parseXrp } from "../../src/runtime/money.ts";

export class XrplSeller implements SchemeNetworkServer {
  readonly scheme = "exact";
  readonly defaultAssetTransferMethod = "sequence";
  readonly paymentFlows = {
    sequence: { default: "authorization", supported: ["authorization", "upfront"] },
    ticketSequence: { default: "authorization", supported: ["authorization", "upfront"] },
  } as const;

  async parsePrice(price: Price, _network: Network): Promise<AssetAmount> {
    if (typeof price === "object") return price;
    return { asset: "XRP", amount: parseXrp(String(price)).toString() };
  }

  async enhancePaymentRequirements(requirements: PaymentRequirements): Promise<PaymentRequirements> {
    return { ...requirements, extra: { ...requirements.extra, areFeesSponsored: false } };
  }
}
