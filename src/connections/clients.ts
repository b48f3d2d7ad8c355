/** The OAuth clients that accounts, or the operator for all of them, have registered at authorities. */
import { AUTHORITIES } from "../access/authorities.ts";
import type { Authority } from "../runtime/access.ts";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import type { Store } from "../store/store.ts";
import * as queries from "./queries/clients.ts";
import type { Vault } from "./vault.ts";

export interface OAuthClient {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly tokenAuth: "basic" | "post" | "none";
}

export interface ClientToKeep {
  readonly authority: string;
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly tokenAuth: OAuthClient["tokenAuth"];
}

export interface KnownClient {
  readonly authority: string;
  readonly clientId: string;
  readonly tokenAuth: string;
  readonly hasSecret: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The operator's clients are everybody's. */
export const OPERATOR = "";

export interface Clients {
  keep(accountId: string, client: ClientToKeep): Promise<void>;
  /** The account's own before the operator's; of several the one with this id, where it is said. */
  find(accountId: string, authority: string, clientId?: string): Promise<OAuthClient | undefined>;
  /** Without their secrets, by authority. */
  list(accountId: string): Promise<readonly KnownClient[]>;
  /** Whether there was one. */
  remove(accountId: string, authority: string): Promise<boolean>;
  /** The authorities that an account has a client of. */
  authorities(accountId: string): Promise<ReadonlySet<string>>;
  /** Why a login cannot be begun, with what to do about it. */
  required(authority: Authority | undefined): HubError;
  redirectUri(authority: string): string;
  /** How clients show who they are at an authority, unless they say otherwise. */
  usualAuth(authority: string): OAuthClient["tokenAuth"];
}

export interface ClientsDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly hubUrl: () => string;
}

export function createClients({ store, vault, clock, hubUrl }: ClientsDeps): Clients {
  const redirectUri = (authority: string): string => `${hubUrl()}/oauth/callback/${authority}`;
  return {
    redirectUri,
    usualAuth: (authority) => AUTHORITIES.find(({ id }) => id === authority)?.token_auth ?? "basic",
    async keep(accountId, { authority, clientId, secret, tokenAuth }) {
      const sealed = secret === undefined ? null : vault.seal(secret, purposeOf(accountId, authority)).text;
      await store.ask(queries.putClient, { accountId, authority, clientId, tokenAuth, sealed, now: clock.now() });
    },
    async list(accountId) {
      const rows = (await store.ask(queries.clientsFor, { accountId })).filter((row) => row.account_id === accountId);
      return rows
        .map(({ authority, client_id: clientId, token_auth: tokenAuth, sealed, created_at: createdAt }) => ({
          authority,
          clientId,
          tokenAuth,
          hasSecret: sealed !== null,
          createdAt,
        }))
        .toSorted((a, b) => (a.authority < b.authority ? -1 : 1));
    },
    remove: async (accountId, authority) =>
      (await store.ask(queries.removeClient, { accountId, authority })).length > 0,
    async find(accountId, authority, clientId) {
      const rows = (await store.ask(queries.clientsFor, { accountId })).filter(
        (row) => row.authority === authority && (clientId === undefined || row.client_id === clientId),
      );
      const row = rows.find(({ account_id: account }) => account === accountId) ?? rows[0];
      if (row === undefined) return undefined;
      const { account_id: owner, client_id: id, sealed, token_auth: tokenAuth } = row;
      return {
        clientId: id,
        secret: sealed === null ? undefined : vault.open(sealed, purposeOf(owner, authority)),
        tokenAuth: tokenAuth as OAuthClient["tokenAuth"], // Written by us.
      };
    },
    async authorities(accountId) {
      const rows = await store.ask(queries.clientsFor, { accountId });
      return new Set(rows.map(({ authority }) => authority));
    },
    required(authority) {
      if (authority === undefined)
        return new HubError("connection_not_allowed", "The hub knows no login for this operation.");
      const facts = {
        authority: authority.id,
        redirect_uri: redirectUri(authority.id),
        ...(authority.console_url !== undefined && { console_url: authority.console_url }),
      };
      return new HubError("oauth_client_required", `Nobody has registered a client at ${authority.id}.`, { facts });
    },
  };
}

function purposeOf(accountId: string, authority: string): string[] {
  return ["oauth client", accountId, authority];
}
