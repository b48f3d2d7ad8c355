/** The facilitator of the hub's own wallet, for other sellers (x402, "Facilitator Interface"). */
import { Elysia } from "elysia";
import type { AdmitQuestion } from "../accounts/facilitator-limit.ts";
import type { Facilitator } from "../payment/facilitator/facilitator.ts";
import { readJsonBody } from "./body.ts";
import { type CallerDeps, callerOf } from "./caller.ts";

export interface FacilitatorRoutesDeps extends CallerDeps {
  readonly facilitator: Pick<Facilitator, "networks" | "verify" | "settle">;
  readonly admitQuestion: AdmitQuestion;
}

/** A payment with everything its seller announced. */
const MAX_BODY_BYTES = 256 * 1024;

/** What a seller is told is an answer and no error, so its status is 200 also when it is a refusal. */
export function facilitatorRoutes(deps: FacilitatorRoutesDeps) {
  const { facilitator } = deps;
  return new Elysia()
    .get("/facilitator/supported", () => ({
      kinds: facilitator.networks.map((network) => ({
        x402Version: 2,
        scheme: "exact",
        network,
        extra: { areFeesSponsored: false },
      })),
      extensions: [],
      signers: { "xrpl:*": [] },
    }))
    .post("/facilitator/verify", ({ request, set }) => answer(request, set, facilitator.verify), { parse: "none" })
    .post("/facilitator/settle", ({ request, set }) => answer(request, set, facilitator.settle), { parse: "none" });

  async function answer(
    request: Request,
    set: { headers: Record<string, string | number> },
    ask: (body: unknown) => Promise<object>,
  ): Promise<object> {
    await deps.admitQuestion(callerOf(request, deps));
    const body = await readJsonBody(request, MAX_BODY_BYTES);
    set.headers["cache-control"] = "no-store";
    return ask(body);
  }
}
