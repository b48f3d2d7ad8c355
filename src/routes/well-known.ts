/** `/.well-known/jwks.json`: the keys to check this hub's receipts with (RFC 7517). */
import { Elysia } from "elysia";
import type { Receipts } from "../payment/receipts.ts";

export interface WellKnownDeps {
  readonly receipts: Pick<Receipts, "keys">;
}

export function wellKnownRoutes({ receipts }: WellKnownDeps) {
  return new Elysia().get("/.well-known/jwks.json", async ({ set }) => {
    set.headers["content-type"] = "application/jwk-set+json";
    set.headers["cache-control"] = "public, max-age=300";
    return JSON.stringify(await receipts.keys());
  });
}
