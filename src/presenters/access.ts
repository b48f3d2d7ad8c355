/** How an operation is reached, as the wire shows it: what to bring, where that is made, what to do next. */
import { type Connection, WORKING_STATES } from "../connections/model.ts";
import { type AccessPlan, isOauth, type CredentialWay } from "../runtime/access.ts";

/** `own` are the caller's connections of its hosts. */
export function accessJson(slug: string, plan: AccessPlan, own: readonly Connection[]) {
  const { state, methods, source, hosts, ways, consoleUrl, why } = plan;
  // A credential of its host is of no use where none is asked for, or one that the hub cannot bring.
  const isAsked = state !== "open" && state !== "unsupported";
  const isConnected = isAsked && own.some((one) => WORKING_STATES.has(one.state));
  return {
    slug,
    access: { state: isConnected ? "connected" : state, methods, source },
    methods,
    hosts,
    scopes: [...new Set(ways.flatMap(({ scopes }) => scopes))],
    ways: ways.map(wayJson),
    ...(consoleUrl !== undefined && { console_url: consoleUrl }),
    ...(why !== undefined && { why }),
    connections: own.map(({ row, state: stands, method }) => ({ id: row.id, label: row.label, state: stands, method })),
    next_actions: nextActions(slug, plan, own),
  };
}

function nextActions(slug: string, { state, ways }: AccessPlan, own: readonly Connection[]): string[] {
  const call = `POST /api/v1/agent/proxy/${slug}/call/ calls it.`;
  const others = "GET /api/v1/agent/search/?q=…&callable=connectable finds others, which you can connect.";
  if (ways.length === 0 || own.some((one) => WORKING_STATES.has(one.state)))
    return [state === "unsupported" ? others : call];
  const connect = `POST /api/v1/agent/connections/ {"for": "${slug}"} gives a link for your human.`;
  const client = `POST /api/v1/agent/oauth-clients/ first, where nobody has registered a client.`;
  return state === "needs_client" ? [client, connect] : state === "optional" ? [call, connect] : [connect];
}

function wayJson({ method, placement, authority, scopes }: CredentialWay) {
  return {
    method,
    ...(placement.length > 0 && { fields: placement.map(({ in: place, name }) => ({ name, in: place })) }),
    ...(authority && {
      authority: authority.id,
      ...(authority.console_url !== undefined && { console_url: authority.console_url }),
    }),
    ...(isOauth(method) && { scopes }),
  };
}
