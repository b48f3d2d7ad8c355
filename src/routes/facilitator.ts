/** The facilitator of the hub's own wallet, for other sellers (x402, "Facilitator Interface"). */
import type { AddressLimit } from "../accounts/limits/address-limits.ts";
import type { Facilitator } from "../payment/facilitator/facilitator.ts";
import { Settlement, SupportedResponse, Verification } from "../presenters/schemas/payment.ts";
import { FacilitatorBody } from "../payment/facilitator/request.ts";
import type { BodyDeps } from "./http/body.ts";
import { type CallerDeps, callerOf } from "./http/caller.ts";
import type { Mount } from "./http/mount.ts";

export interface FacilitatorRoutesDeps extends CallerDeps, BodyDeps {
  readonly facilitator: Pick<Facilitator, "networks" | "verify" | "settle">;
  readonly admitQuestion: AddressLimit;
}

/** A payment with everything its seller announced. */
const MAX_BODY_BYTES = 256 * 1024;

const EXAMPLE = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, payload: { signedTxBlob: "1200…" } },
  paymentRequirements: {
    scheme: "exact",
    network: "xrpl:0",
    amount: "50000",
    asset: "XRP",
    payTo: "rrrrrrrrrrrrrrrrrrrrrhoLvTp",
    maxTimeoutSeconds: 60,
    extra: { areFeesSponsored: false },
  },
};

/** What a seller is told is an answer and no error, so its status is 200 also when it is a refusal. */
export function facilitatorRoutes(deps: FacilitatorRoutesDeps, mount: Mount): void {
  const { facilitator } = deps;
  mount(
    {
      id: "get_supported_payments",
      method: "GET",
      path: "/facilitator/supported",
      tag: "payment",
      summary: "On which ledgers this hub settles payments for other sellers.",
      ok: { description: "Schemes and networks (x402, Facilitator Interface).", schema: SupportedResponse },
      access: "open",
    },
    () => ({
      kinds: facilitator.networks.map((network) => ({
        x402Version: 2,
        scheme: "exact",
        network,
        extra: { areFeesSponsored: false },
      })),
      extensions: [],
      signers: { "xrpl:*": [] },
    }),
  );
  const asked = {
    method: "POST",
    tag: "payment",
    body: FacilitatorBody,
    statuses: [502, 504],
    access: "open",
    example: { body: EXAMPLE },
  } as const;
  mount(
    {
      ...asked,
      id: "verify_payment",
      path: "/facilitator/verify",
      summary: "Whether a payment meets a seller's requirements.",
      ok: { description: "The verdict; a refusal is one, too.", schema: Verification },
    },
    ({ request, set }) => answer(request, set, facilitator.verify),
  );
  mount(
    {
      ...asked,
      id: "settle_payment",
      path: "/facilitator/settle",
      summary: "Submits a payment for a seller, and waits until it is final.",
      ok: { description: "What became of it; a refusal is an answer, too.", schema: Settlement },
    },
    ({ request, set }) => answer(request, set, facilitator.settle),
  );

  async function answer(
    request: Request,
    set: { headers: Record<string, string | number> },
    ask: (body: unknown) => Promise<object>,
  ): Promise<object> {
    await deps.admitQuestion(callerOf(request, deps).address());
    const body = await deps.bodies.json(request, MAX_BODY_BYTES);
    set.headers["cache-control"] = "no-store";
    return ask(body);
  }
}
