/** Seals anew what was sealed under a secret that has been replaced: credentials, logins under way, clients' secrets. */
import type { Build, Store } from "../store/store.ts";
import {
  clientsUnderOthers,
  connectionsUnderOthers,
  replaceClientSeal,
  replaceDraft,
  replaceFlow,
  replaceSealed,
} from "./queries/seals.ts";
import type { Ciphertext, Vault } from "./vault.ts";

export interface SealCounts {
  /** Credentials of connections, those that nobody has confirmed yet, and logins under way. */
  readonly connections: number;
  /** Secrets of OAuth clients. */
  readonly clients: number;
  /** What opens under none of the secrets that the hub has. */
  readonly lost: number;
}

/** Goes through all of them once. What changes meanwhile is left to the next time. */
export async function sealAnew(store: Store, vault: Vault): Promise<SealCounts> {
  const counts = { connections: 0, clients: 0, lost: 0 };
  const own = `${vault.prefix}%`;
  for (let after = ""; ;) {
    const rows = await store.ask(connectionsUnderOthers, { after, own });
    for (const { id, sealed, draft, flow } of rows) {
      await renew("connections", sealed, replaceSealed, { id });
      await renew("connections", draft, replaceDraft, { id });
      await renew("connections", flow, replaceFlow, { id });
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (const { account_id: accountId, authority, sealed } of await store.ask(clientsUnderOthers, { own }))
    await renew("clients", sealed, replaceClientSeal, { accountId, authority });
  return counts;

  async function renew(
    kind: "connections" | "clients",
    from: string | null,
    replace: Build<unknown[]>,
    which: Readonly<Record<string, string>>,
  ): Promise<void> {
    if (from === null || from.startsWith(vault.prefix)) return;
    const fresh = rewrapped(from);
    if (fresh === undefined) counts.lost++;
    else counts[kind] += (await store.ask(replace, { ...which, from, to: fresh.text, keyId: fresh.keyId })).length;
  }

  function rewrapped(sealed: string): Ciphertext | undefined {
    try {
      return vault.rewrap(sealed);
    } catch {
      return undefined; // It was changed, and opens no more.
    }
  }
}
