/** The way that a connection goes, frozen when it is begun. */
import { type AccessPlan, isOauth, type CredentialWay } from "../runtime/access.ts";
import { invalidInput } from "../runtime/errors.ts";
import type { StoredWay } from "./model.ts";
import type { ConnectionRequest } from "./service.ts";
import type { Clients } from "./clients.ts";

/** The first way that can be gone: a login needs a client that somebody has registered. */
export async function wayFor(
  clients: Clients,
  accountId: string,
  { plan, method, scopes, tenant, region, client }: ConnectionRequest,
): Promise<StoredWay> {
  const ways = plan.ways.filter((way) => method === undefined || way.method === method);
  if (ways.length === 0) {
    const none = plan.why ?? `it takes ${plan.methods.join(", ") || "none that is known"}`;
    throw invalidInput(method === undefined ? "/for" : "/method", `cannot be connected: ${none}`);
  }
  for (const way of ways) {
    if (isOauth(way.method)) {
      const known = isOffered(way) && (await clients.find(accountId, way.authority?.id ?? "", client));
      if (known === false || known === undefined) continue;
    }
    return storedWay(way, plan, { scopes, tenant, region, client });
  }
  if (client !== undefined)
    throw invalidInput("/client", "is no client of yours, or of the operator's, at this authority");
  throw clients.required(ways.find(isOffered)?.authority);
}

/** Whether all that the way needs is known. */
function isOffered({ method, authority }: CredentialWay): boolean {
  if (authority === undefined) return !isOauth(method);
  if (method === "oauth2_code") return authority.authorize !== undefined;
  return method !== "oauth2_device" || authority.device !== undefined;
}

function storedWay(
  way: CredentialWay,
  plan: AccessPlan,
  { scopes, tenant, region, client }: Pick<ConnectionRequest, "scopes" | "tenant" | "region" | "client">,
): StoredWay {
  if (region !== undefined && way.method !== "aws_sigv4")
    throw invalidInput("/region", "is for connections of Amazon only");
  for (const [name, value] of Object.entries({ scopes, tenant, client }))
    if (value !== undefined && !isOauth(way.method)) throw notOfLogin(name, way);
  const { signingName, probe, consoleUrl } = plan;
  const { authority } = way;
  return {
    method: way.method,
    placement: [...way.placement],
    scopes: askedOf(way, scopes ?? way.scopes),
    ...(authority && { authority: tenant === undefined ? authority : ofTenant(authority, tenant) }),
    ...(signingName !== undefined && { signingName }),
    ...(region !== undefined && { region }),
    ...(client !== undefined && { client }),
    ...(probe !== undefined && { probe }),
    ...(consoleUrl !== undefined && { consoleUrl }),
  };
}

/**
 * The way with other scopes.
 * @throws {HubError} `invalid_input` where it is no login.
 */
export function withScopes(way: StoredWay, scopes: readonly string[]): StoredWay {
  if (!isOauth(way.method)) throw notOfLogin("scopes", way);
  return { ...way, scopes: askedOf(way, scopes) };
}

/** With those that an authority gives a refresh token for. */
function askedOf({ method, authority }: Pick<StoredWay, "method" | "authority">, scopes: readonly string[]): string[] {
  const offline = isOauth(method) && method !== "oauth2_client" ? (authority?.offline_scopes ?? []) : [];
  return [...new Set([...scopes, ...offline])];
}

function notOfLogin(name: string, { method }: Pick<StoredWay, "method">): Error {
  return invalidInput(`/${name}`, `is for logins, and this takes ${method}`);
}

type KnownAuthority = NonNullable<CredentialWay["authority"]>;

/** Microsoft has endpoints of their own for each directory. */
function ofTenant(authority: KnownAuthority, tenant: string): KnownAuthority {
  if (authority.id !== "entra") throw invalidInput("/tenant", "is for connections of Microsoft only");
  const at = (url: string | undefined) => url?.replace("/common/", `/${tenant}/`);
  const [authorize, device] = [at(authority.authorize), at(authority.device)];
  return {
    ...authority,
    token: at(authority.token) ?? authority.token,
    ...(authorize !== undefined && { authorize }),
    ...(device !== undefined && { device }),
  };
}
