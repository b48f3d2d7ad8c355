/** How an operation is reached, as the wire shows it: what to bring, where that is made, what to do next. */
import { type AccessPlan, isOauth, type Way } from "../runtime/access.ts";

export function accessJson(slug: string, plan: AccessPlan) {
  const { state, methods, source, hosts, ways, consoleUrl, why } = plan;
  return {
    slug,
    access: { state, methods, source },
    hosts,
    scopes: [...new Set(ways.flatMap(({ scopes }) => scopes))],
    ways: ways.map(wayJson),
    ...(consoleUrl !== undefined && { console_url: consoleUrl }),
    ...(why !== undefined && { why }),
  };
}

function wayJson({ method, placement, authority, scopes }: Way) {
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
