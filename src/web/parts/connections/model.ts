/** A connection as the hub's interface tells it: everything but the credential. */
import { listOf, objectOf, textOf } from "../../../text/foreign.ts";

export const PATH = "/api/v1/agent/connections/";

export interface ConnectionView {
  readonly id: string;
  readonly label: string;
  readonly method: string;
  readonly state: string;
  readonly reason: string;
  /** Slug of the entry it was asked for. */
  readonly entry: string;
  readonly hosts: readonly string[];
  readonly scopes: readonly string[];
  /** What tells it from others: an account's name, or the end of a key. */
  readonly hint: string;
  readonly isDefault: boolean;
  readonly isGetOnly: boolean;
  readonly waitsForCode: boolean;
  /** "" where no link is open. */
  readonly connectUrl: string;
  readonly usedAt: string;
  readonly expiresAt: string;
}

export function viewOf(value: unknown): ConnectionView {
  const one = objectOf(value);
  const ending = textOf(one["secret_hint"]);
  return {
    id: textOf(one["id"]),
    label: textOf(one["label"]),
    method: textOf(one["method"]),
    state: textOf(one["state"]),
    reason: textOf(one["reason"]),
    entry: textOf(one["for"]),
    hosts: listOf(one["hosts"]).map(textOf),
    scopes: listOf(one["scopes"]).map(textOf),
    hint: textOf(one["account_hint"]) || (ending === "" ? "" : `…${ending}`),
    isDefault: one["is_default"] === true,
    isGetOnly: one["get_only"] === true,
    waitsForCode: one["waits_for_code"] === true,
    connectUrl: textOf(one["connect_url"]),
    usedAt: textOf(one["last_used_at"]),
    expiresAt: textOf(one["expires_at"]),
  };
}

export const METHODS: Readonly<Record<string, string>> = {
  api_key: "API key",
  basic: "User name and password",
  bearer: "Token",
  aws_sigv4: "AWS access key",
  oauth2_code: "Login at the provider",
  oauth2_device: "Login by a code at the provider",
  oauth2_client: "Client of the provider",
};

export interface ConnectionLook {
  readonly words: string;
  readonly look: "good" | "bad" | "soft";
}

export function standingOf({ state, reason, waitsForCode, connectUrl }: ConnectionView): ConnectionLook {
  if (state === "active") return { words: "Works", look: "good" };
  if (state === "stale") return { words: "Works; its last refresh failed and is tried again", look: "good" };
  if (state === "disabled") return { words: "Disabled: no call gets it", look: "soft" };
  if (state === "needs_reconnect")
    return { words: `Needs to be connected anew${reason === "" ? "" : `: ${reason}`}`, look: "bad" };
  if (waitsForCode) return { words: "Waits for the code that its page has shown", look: "soft" };
  if (connectUrl !== "") return { words: "Waits for the credential", look: "soft" };
  return { words: "Its link has run out", look: "bad" };
}
