/** The demo document: how paying works, told to whoever has just done it. */
import { rowOf } from "../../presenters/route.ts";
import { demoDocument } from "../../presenters/schemas/payment.ts";
import { purchasableOf } from "../../runtime/run/payment-required.ts";
import type { Quotes } from "../../runtime/ports/payment.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Mount } from "../http/mount.ts";
import { documentOperation, type ProtectedDeps, serveDocument } from "../http/protected.ts";

export interface DemoRoutesDeps extends ProtectedDeps {
  readonly prices: PriceList;
  readonly rail: Quotes;
  readonly hubUrl: () => string;
  readonly wallet: () => Promise<string>;
  readonly walletWord: string;
  readonly isSandbox: boolean;
}

const PATH = "/api/v1/demo/402/";

/** To be typed as they stand: what is in angle brackets is a field of an answer before it. */
function flowOf({ hubUrl, walletWord, isSandbox }: DemoRoutesDeps): readonly string[] {
  const hub = hubUrl();
  const body = `{"email": "you@example.com", "per_call": true, "tx_hash": "<tx_hash>", "invoice_id": "<payment.invoice_id>"}`;
  const link = `<${walletWord}_deep_link>`;
  const pay = isSandbox
    ? `play money, without a wallet: curl -sL -d '' '${link}'`
    : `open ${link} in a wallet app, which shows the transaction's hash`;
  return [
    `Call a premium endpoint and receive 402 with the terms: curl -s '${hub}${PATH}'`,
    `Send XRP to the service wallet, by the link of those terms: ${pay}`,
    `Register at /api/v1/x402/register/: curl -s '${hub}/api/v1/x402/register/' -d '${body}'`,
    `Send the X-API-Key header on all later requests: curl -s -H 'X-API-Key: <api_key>' '${hub}${PATH}'`,
  ];
}

export function demoRoutes(deps: DemoRoutesDeps, mount: Mount): void {
  const demo = deps.offer(
    documentOperation({
      slug: "demo-402",
      name: "Paying demo",
      method: "GET",
      path: PATH,
      description: "How paying for a call works.",
      async perform(input, _signal, { standing }) {
        const purchasable = purchasableOf({ operation: demo, input, freshness: "any", standing }, deps.prices.call);
        const body = (await deps.rail.terms(purchasable)).body as Readonly<Record<string, unknown>>; // A JSON object.
        const link = `${deps.walletWord}_deep_link`;
        return {
          endpoint: PATH,
          version: "2.2",
          protocol: "x402",
          description: "You have passed the paywall: this document answers only to a valid key or a payment.",
          flow: flowOf(deps),
          wallet_address: await deps.wallet(),
          payment_instructions: "Use a wallet app or any XRP Ledger wallet and send the exact amount.",
          // Of terms for this document once more: what is paid by the link is bound to their invoice.
          [link]: body[link],
          payment: body["payment"],
          recommended_next_action: "GET /api/v1/agent/usage/ to see what this call has cost.",
        };
      },
    }),
  );
  mount(
    {
      ...rowOf(demo),
      id: "get_demo",
      tag: "payment",
      ok: { description: "The steps of a payment, to be typed as they stand.", schema: demoDocument(deps.walletWord) },
    },
    ({ request, set }) => serveDocument(deps, { request, set }, demo, {}),
  );
}
