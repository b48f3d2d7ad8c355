/** The way that a connection goes, frozen when it is begun. */
import { type AccessPlan, isOauth, type CredentialWay } from "../runtime/access.ts";
import { invalidInput } from "../runtime/errors.ts";
import type { StoredWay } from "./model.ts";
import type { ConnectionRequest } from "./service.ts";

/** Whether all that the way needs is known. */
export function isOffered({ method, authority }: CredentialWay): boolean {
  if (authority === undefined) return !isOauth(method);
  if (method === "oauth2_code") return authority.authorize !== undefined;
  return method !== "oauth2_device" || authority.device !== undefined;
}

export function storedWay(
  way: CredentialWay,
  plan: AccessPlan,
  { scopes, tenant, region, client }: Pick<ConnectionRequest, "scopes" | "tenant" | "region" | "client">,
): StoredWay {
  if (region !== undefined && way.method !== "aws_sigv4")
    throw invalidInput("/region", "is for connections of Amazon only");
  for (const [name, value] of Object.entries({ scopes, tenant, client }))
    if (value !== undefined && !isOauth(way.method))
      throw invalidInput(`/${name}`, `is for logins, and this takes ${way.method}`);
  const { signingName, probe, consoleUrl } = plan;
  const { authority } = way;
  const asked = scopes ?? way.scopes;
  const offline = isOauth(way.method) && way.method !== "oauth2_client" ? (authority?.offline_scopes ?? []) : [];
  return {
    method: way.method,
    placement: [...way.placement],
    scopes: [...new Set([...asked, ...offline])],
    ...(authority && { authority: tenant === undefined ? authority : ofTenant(authority, tenant) }),
    ...(signingName !== undefined && { signingName }),
    ...(region !== undefined && { region }),
    ...(client !== undefined && { client }),
    ...(probe !== undefined && { probe }),
    ...(consoleUrl !== undefined && { consoleUrl }),
  };
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
