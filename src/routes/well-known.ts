/** `/.well-known/jwks.json`: the keys to check this hub's receipts and webhooks with (RFC 7517). */
import { KeySet } from "../presenters/schemas/payment.ts";
import type { Receipts } from "../payment/receipts.ts";
import type { Mount } from "./http/mount.ts";

export interface WellKnownDeps {
  readonly receipts: Pick<Receipts, "keys">;
  /** Of what else this hub signs. */
  readonly moreKeys: readonly Readonly<Record<string, string>>[];
}

export function wellKnownRoutes({ receipts, moreKeys }: WellKnownDeps, mount: Mount): void {
  mount(
    {
      id: "get_receipt_keys",
      method: "GET",
      path: "/.well-known/jwks.json",
      tag: "payment",
      summary: "The keys to check this hub's receipts and webhooks with.",
      ok: { description: "A JWK set (RFC 7517).", type: "application/jwk-set+json", schema: KeySet },
      access: "open",
    },
    async ({ set }) => {
      set.headers["content-type"] = "application/jwk-set+json";
      set.headers["cache-control"] = "public, max-age=300";
      return JSON.stringify({ keys: [...(await receipts.keys()).keys, ...moreKeys] });
    },
  );
}
