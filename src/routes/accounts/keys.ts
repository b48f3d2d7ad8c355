/** What the holder of a key asks about it and does with it: usage, rotate, revoke. */
import type { KeyHolder } from "../../accounts/directory.ts";
import type { KeyCare } from "../../accounts/key-care.ts";
import type { ReadUsage } from "../../accounts/usage.ts";
import { RevokedKey, RotatedKey, Usage } from "../../presenters/schemas/accounts.ts";
import { Type } from "../../runtime/actor.ts";
import { assertIdempotencyKey } from "../../runtime/http/idempotency-key.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { type BodyDeps, expectValid } from "../http/body.ts";
import { answerHolder, bodyOfHolder, type HolderDeps } from "../http/holder.ts";
import type { Mount } from "../http/mount.ts";

export interface KeyRoutesDeps extends HolderDeps, BodyDeps {
  readonly readUsage: ReadUsage;
  readonly keyCare: KeyCare;
}

const Rotation = Type.Object({
  grace_seconds: Type.Integer({ minimum: 0, maximum: 86_400, default: 3600 }),
});
const rotation = inputValidator(Rotation);
const ROTATING = {
  method: "POST",
  path: "/api/v1/agent/keys/rotate/",
  description: "A new key for the same account.",
} as const;

export function keyRoutes(deps: KeyRoutesDeps, mount: Mount): void {
  mount(
    {
      id: "get_usage",
      method: "GET",
      path: "/api/v1/agent/usage/",
      tag: "accounts",
      summary: "What a key has used and what is left.",
      ok: { description: "Quota, balance and the last entries.", schema: Usage },
      access: "holder",
    },
    ({ request, set }) =>
      answerHolder(
        deps,
        { request, set },
        { method: "GET", path: "/api/v1/agent/usage/", description: "What a key has used and what is left." },
        async (holder) => ({
          ...(await deps.readUsage(holder)),
          recommended_next_action: "GET /api/v1/agent/search/?q=… with this X-API-Key.",
        }),
      ),
  );
  mount(
    {
      id: "rotate_key",
      method: ROTATING.method,
      path: ROTATING.path,
      tag: "accounts",
      summary: "A new key for the same account; the old one works on for a while.",
      body: Rotation,
      ok: { description: "The new key.", schema: RotatedKey },
      statuses: [409],
      takes: ["Idempotency-Key"],
      headers: ["Idempotent-Replayed"],
      access: "holder",
      example: { body: { grace_seconds: 3600 } },
    },
    async ({ request, set }) => {
      const once = request.headers.get("idempotency-key") ?? undefined;
      // The answer is lost together with the key that takes the old one's place.
      const admits = async (holder: KeyHolder): Promise<boolean> =>
        once !== undefined && deps.keyCare.isReplaced(holder, once);
      const endpoint = { ...ROTATING, admits };
      return answerHolder(deps, { request, set }, endpoint, async (holder) => {
        if (once !== undefined) assertIdempotencyKey(once);
        const { value } = expectValid(rotation, await bodyOfHolder(deps, request, endpoint));
        const { key, oldValidUntil, isReplay } = await deps.keyCare.rotate(
          holder,
          Number(value["grace_seconds"]),
          once,
        );
        if (isReplay) set.headers["idempotent-replayed"] = "true";
        return {
          api_key: key.text,
          key_prefix: key.prefix,
          previous: { key_prefix: holder.key.prefix, valid_until: new Date(oldValidUntil).toISOString() },
          recommended_next_action: "Send the new key as X-API-Key from now on. It is not shown again.",
        };
      });
    },
  );
  mount(
    {
      id: "revoke_key",
      method: "POST",
      path: "/api/v1/agent/keys/revoke/",
      tag: "accounts",
      summary: "Ends a key.",
      ok: { description: "It is ended.", schema: RevokedKey },
      access: "holder",
    },
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
  );
}
