/** The operator's own OAuth clients, which serve every account that has none: each change is a line of the audit. */
import { HubError, invalidInput } from "../runtime/errors.ts";
import { type OAuthClient, type Clients, OPERATOR } from "./clients.ts";

export interface OperatorClient {
  readonly authority: string;
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly tokenAuth: OAuthClient["tokenAuth"] | undefined;
  readonly reason: string;
}

export interface OperatorClients {
  put(client: OperatorClient): Promise<{ authority: string; client_id: string; redirect_uri: string }>;
  list(): Promise<readonly object[]>;
  /** @throws {HubError} `not_found`. */
  remove(authority: string, reason: string): Promise<void>;
}

export interface OperatorClientsDeps {
  readonly clients: Clients;
  /** Writes a line of the audit. */
  readonly note: (action: string, reason: string) => Promise<void>;
}

export function createOperatorClients({ clients, note }: OperatorClientsDeps): OperatorClients {
  return {
    async put({ authority, clientId, secret, tokenAuth: stated, reason }) {
      const tokenAuth = authOf(clients, { authority, secret, stated });
      await note(`oauth client of ${authority}`, reason);
      await clients.keep(OPERATOR, { authority, clientId, secret, tokenAuth });
      return { authority, client_id: clientId, redirect_uri: clients.redirectUri(authority) };
    },
    async list() {
      return (await clients.list(OPERATOR)).map(({ authority, clientId, tokenAuth, hasSecret, createdAt }) => ({
        authority,
        client_id: clientId,
        token_auth: tokenAuth,
        has_secret: hasSecret,
        redirect_uri: clients.redirectUri(authority),
        created_at: new Date(createdAt).toISOString(),
      }));
    },
    async remove(authority, reason) {
      const isKnown = (await clients.list(OPERATOR)).some((one) => one.authority === authority);
      if (!isKnown) throw new HubError("not_found", "The operator has no client at this authority.");
      await note(`no oauth client of ${authority}`, reason);
      await clients.remove(OPERATOR, authority);
    },
  };
}

/** How a client shows who it is. @throws {HubError} `invalid_input` where that takes a secret and there is none. */
export function authOf(
  clients: Pick<Clients, "usualAuth">,
  {
    authority,
    secret,
    stated,
  }: { authority: string; secret: string | undefined; stated: OAuthClient["tokenAuth"] | undefined },
): OAuthClient["tokenAuth"] {
  if (secret === undefined && stated !== undefined && stated !== "none")
    throw invalidInput("/client_secret", "is required unless token_auth is none");
  return stated ?? (secret === undefined ? "none" : clients.usualAuth(authority));
}
