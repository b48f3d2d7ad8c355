/** Whether a credential is good: a harmless GET of the provider's, with the credential and nothing else. */
import { matchesHost } from "../access/table.ts";
import { isOauth } from "../runtime/access.ts";
import { HubError } from "../runtime/errors.ts";
import type { Tokens } from "./for-call.ts";
import { type Connection, WORKING_STATES } from "./model.ts";
import type { PlainFetch } from "./plain-fetch.ts";
import { place } from "./place.ts";
import type { ConnectionService } from "./service.ts";

/** The status that came back; null where no harmless address is known. */
export type ProbeConnection = (connection: Connection, signal: AbortSignal) => Promise<number | null>;

export function createProbe(deps: {
  readonly service: ConnectionService;
  readonly tokens: Tokens;
  readonly fetch: PlainFetch;
}): ProbeConnection {
  const { service, tokens, fetch } = deps;
  return async (connection, signal) => {
    const { state, way, hosts } = connection;
    if (!WORKING_STATES.has(state))
      throw new HubError("connection_pending", "The connection does not work yet, or no longer.");
    const { probe } = way;
    if (probe === undefined || !matchesHost(hosts, new URL(probe).host)) return null;
    const fresh = isOauth(connection.method) ? await tokens.fresh(connection, false, signal) : connection;
    const { headers, query } = place(service.secretOf(fresh), way);
    const url = new URL(probe);
    for (const [name, value] of query) url.searchParams.set(name, value);
    const { status } = await fetch(url.href, {
      method: "GET",
      headers: { accept: "application/json", ...headers },
      signal,
    });
    if (status < 400) await service.wentWell(fresh);
    if (status === 401) await service.mark(fresh, "needs_reconnect", "The test was answered 401.");
    return status;
  };
}
