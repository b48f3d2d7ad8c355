/** The demo document: how paying works, told to whoever has just done it. */
import { Elysia } from "elysia";
import { walletDeepLink } from "../payment/xrpl/deep-link.ts";
import type { PriceList } from "../runtime/prices.ts";
import { documentWork, type ProtectedDeps, serveDocument } from "./protected.ts";

export interface DemoRoutesDeps extends ProtectedDeps {
  readonly prices: PriceList;
  readonly wallet: () => Promise<string>;
  readonly destinationTag: number | undefined;
  readonly walletWord: string;
}

const FLOW = [
  "Call a premium endpoint and receive 402 with the terms.",
  "Send XRP to the service wallet.",
  "Register at /api/v1/x402/register/.",
  "Send the X-API-Key header on all later requests.",
];

export function demoRoutes(deps: DemoRoutesDeps) {
  const demo = deps.offer(
    documentWork({
      slug: "demo-402",
      name: "Paying demo",
      method: "GET",
      path: "/api/v1/demo/402/",
      description: "How paying for a call works.",
      async perform() {
        const wallet = await deps.wallet();
        return {
          endpoint: "/api/v1/demo/402/",
          version: "2.2",
          protocol: "x402",
          description: "You have passed the paywall: this document answers only to a valid key or a payment.",
          flow: FLOW,
          wallet_address: wallet,
          payment_instructions: "Use a wallet app or any XRP Ledger wallet and send the exact amount.",
          [`${deps.walletWord}_deep_link`]: walletDeepLink(wallet, deps.prices.call, deps.destinationTag),
          recommended_next_action: "GET /api/v1/agent/usage/ to see what this call has cost.",
        };
      },
    }),
  );
  return new Elysia().get("/api/v1/demo/402/", ({ request, set }) => serveDocument(deps, { request, set }, demo, {}));
}
