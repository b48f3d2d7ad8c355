/** What a key must be allowed to do for a call, as far as its slug says it. */
import type { Standing } from "../runtime/ports/accounts.ts";
import type { Scope } from "../runtime/scopes.ts";
import type { CallDeps } from "./call-deps.ts";
import { calleeSlug, isCategory } from "./prepare.ts";

/** A category's own call may go to any of its providers, so that only the category, or all, allows it. */
export async function scopeOf(deps: CallDeps, slug: string, standing: Standing): Promise<Scope> {
  if (isCategory(slug)) return { area: "proxy", apis: slug };
  const { entry: name } = await calleeSlug(deps, slug, standing);
  const entry = name === undefined ? undefined : await deps.catalog().entry(name);
  return { area: "proxy", ...(entry && { provider: entry.provider, apis: entry.category }) };
}
