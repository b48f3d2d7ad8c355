/** Where a credential goes in a request, and which texts of it no answer may hold. */
import { HubError } from "../runtime/errors.ts";
import { secretsOfLogin } from "../runtime/http/basic-login.ts";
import type { OpenConnection } from "../runtime/ports/connections.ts";
import type { Secret, StoredWay } from "./model.ts";

type PlacedSecret = OpenConnection["placed"];

const NOTHING: PlacedSecret = { headers: {}, query: [] };

export function place(secret: Secret, way: StoredWay): PlacedSecret {
  switch (secret.kind) {
    case "keys":
      return placeKeys(secret.keys, way);
    case "basic":
      return inAuthorization(`Basic ${base64(`${secret.username}:${secret.password}`)}`);
    case "bearer":
      return inAuthorization(`Bearer ${secret.token}`);
    case "tokens":
      return inAuthorization(`Bearer ${secret.access_token}`);
    case "aws":
      return NOTHING; // Its signature is made of the finished request.
  }
}

function inAuthorization(value: string): PlacedSecret {
  return { headers: { authorization: value }, query: [] };
}

function placeKeys(keys: readonly string[], { placement }: StoredWay): PlacedSecret {
  if (keys.length !== placement.length) throw new HubError("connection_expired", "The connection holds other keys.");
  const parts = placement.map(({ in: where, name, prefix = "" }, at) => ({
    where,
    name,
    value: `${prefix}${keys[at] ?? ""}`,
  }));
  const of = (where: string) =>
    parts.filter((part) => part.where === where).map(({ name, value }) => [name, value] as const);
  const body = Object.fromEntries(of("body"));
  return {
    headers: Object.fromEntries(of("header").map(([name, value]) => [name.toLowerCase(), value])),
    query: of("query"),
    ...(Object.keys(body).length > 0 && { body }),
  };
}

export function secretTexts(secret: Secret): string[] {
  switch (secret.kind) {
    case "keys":
      return secret.keys;
    case "basic":
      return secretsOfLogin(secret);
    case "bearer":
      return [secret.token];
    case "tokens":
      return [secret.access_token, ...(secret.refresh_token === undefined ? [] : [secret.refresh_token])];
    case "aws":
      return [secret.secret_access_key, ...(secret.session_token === undefined ? [] : [secret.session_token])];
  }
}

const MIN_HINTED = 16;
const HINT_CHARS = 4;

/** The last characters of a long secret, by which its person knows it again. */
export function hintOf(secret: Secret): string | null {
  const [text = ""] = secretTexts(secret);
  return secret.kind !== "basic" && secret.kind !== "tokens" && text.length >= MIN_HINTED
    ? text.slice(-HINT_CHARS)
    : null;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
