/** A connection as its account sees it: what it is for and how it stands, never what is in it. */
import type { Connection } from "../connections/model.ts";
import { momentText } from "../runtime/moment.ts";

export interface ConnectionLink {
  /** Absolute; `undefined` where no link is open. */
  readonly connectUrl: string | undefined;
}

export function connectionJson({ row, method, state, hosts, way, rules }: Connection, { connectUrl }: ConnectionLink) {
  const scopes = row.scopes_granted === null ? null : (JSON.parse(row.scopes_granted) as string[]); // Written by us.
  return {
    id: row.id,
    label: row.label,
    authority: row.authority,
    method,
    state,
    reason: row.reason,
    for: row.entry,
    hosts,
    scopes: way.scopes,
    ...(way.region !== undefined && { region: way.region }),
    scopes_granted: scopes,
    ...rules,
    account_hint: row.account_hint,
    secret_hint: row.secret_hint,
    is_default: row.is_default === 1,
    waits_for_code: row.draft !== null,
    ...(connectUrl !== undefined && { connect_url: connectUrl, link_expires_at: momentText(row.link_until) }),
    created_at: momentText(row.created_at),
    // Before there is a credential it is the link that ends.
    expires_at: momentText(state === "pending" ? row.link_until : row.expires_at),
    ends_at: momentText(row.ends_at),
    last_used_at: momentText(row.last_used_at),
    last_ok_at: momentText(row.last_ok_at),
  };
}
