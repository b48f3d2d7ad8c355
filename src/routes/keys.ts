/** What the holder of a key asks about it and does with it: usage, rotate, revoke. */
import { Elysia } from "elysia";
import type { KeyCare } from "../accounts/key-care.ts";
import type { ReadUsage } from "../accounts/usage.ts";
import { Type } from "../runtime/actor.ts";
import { inputValidator } from "../runtime/schema.ts";
import { DEFAULT_BODY_BYTES, readJsonBody, validated } from "./body.ts";
import { answerHolder, type HolderDeps } from "./holder.ts";

export interface KeyRoutesDeps extends HolderDeps {
  readonly readUsage: ReadUsage;
  readonly keyCare: KeyCare;
}

const Rotation = Type.Object({
  grace_seconds: Type.Integer({ minimum: 0, maximum: 86_400, default: 3600 }),
});
const rotation = inputValidator(Rotation);

export function keyRoutes(deps: KeyRoutesDeps) {
  return new Elysia()
    .get("/api/v1/agent/usage/", ({ request, set }) =>
      answerHolder(
        deps,
        { request, set },
        { method: "GET", path: "/api/v1/agent/usage/", description: "What a key has used and what is left." },
        async (holder) => ({
          ...(await deps.readUsage(holder)),
          recommended_next_action: "GET /api/v1/agent/search/?q=… with this X-API-Key.",
        }),
      ),
    )
    .post(
      "/api/v1/agent/keys/rotate/",
      ({ request, set }) =>
        answerHolder(
          deps,
          { request, set },
          { method: "POST", path: "/api/v1/agent/keys/rotate/", description: "A new key for the same account." },
          async (holder) => {
            const { value } = validated(rotation, await readJsonBody(request, DEFAULT_BODY_BYTES));
            const { key, oldValidUntil } = await deps.keyCare.rotate(holder, Number(value["grace_seconds"]));
            return {
              api_key: key.text,
              key_prefix: key.prefix,
              previous: { key_prefix: holder.key.prefix, valid_until: new Date(oldValidUntil).toISOString() },
              recommended_next_action: "Send the new key as X-API-Key from now on. It is not shown again.",
            };
          },
        ),
      { parse: "none" },
    )
    .post(
      "/api/v1/agent/keys/revoke/",
      ({ request, set }) =>
        answerHolder(
          deps,
          { request, set },
          { method: "POST", path: "/api/v1/agent/keys/revoke/", description: "Ends a key." },
          async (holder) => {
            const { revokedAt } = await deps.keyCare.revoke(holder);
            return {
              key_prefix: holder.key.prefix,
              status: "revoked",
              revoked_at: new Date(revokedAt).toISOString(),
              recommended_next_action: "POST /api/v1/agent/register/ for a new key.",
            };
          },
        ),
      { parse: "none" },
    );
}
