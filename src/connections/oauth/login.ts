/** A login under way: begun by a person on the page of a link, ended where the authority sends them back. */
import { randomBytes } from "node:crypto";
import { Type } from "@sinclair/typebox";
import * as oauth from "oauth4webapi";
import type { Authority } from "../../runtime/access.ts";
import { HubError } from "../../runtime/errors.ts";
import type { OAuthClient } from "../clients.ts";
import { idInLink, isSame } from "../link.ts";
import { type Connection, connectionOf, frozenWay, readStored, type Secret } from "../model.ts";
import { byId } from "../queries/life.ts";
import { keepFlow, takeFlow } from "../queries/links.ts";
import type { ConnectionRow } from "../queries/row.ts";
import type { OauthDeps } from "./deps.ts";
import { AuthorityRefusal } from "./exchange.ts";

/** Where a person goes on. */
export type NextStep =
  | { readonly kind: "authority"; readonly url: string }
  | { readonly kind: "device"; readonly userCode: string; readonly url: string };

/** What came of it; `code` confirms the connection. */
export type LoginResult = { readonly connection: Connection; readonly code: string };

export interface Logins {
  /** `browser` is a random value that only this browser has. */
  begin(connection: Connection, browser: string): Promise<NextStep>;
  /**
   * Takes what the authority answered, once.
   * @throws {HubError} `not_found` for an answer that belongs to no login of this browser, `connection_expired` for a refusal.
   */
  land(authority: string, answer: URLSearchParams, browser: string): Promise<LoginResult>;
  /** Asks whether the person has logged in with the device code; `undefined` while not. */
  poll(
    connection: Connection,
    browser: string,
  ): Promise<LoginResult | { readonly userCode: string; readonly url: string }>;
  /** For a client without a person: a token at once. */
  activateClient(connection: Connection): Promise<Connection>;
  /** Tells the authority that the tokens are over, where these are tokens. */
  revoke(connection: Connection, secret: Secret | undefined): Promise<void>;
}

const Flow = Type.Object({
  state: Type.String(),
  verifier: Type.String(),
  browser: Type.String(),
  authority: Type.String(),
  /** The id of the OAuth client that it was begun with, for which alone it can be ended. */
  client: Type.Optional(Type.String()),
  device: Type.Optional(Type.Object({ deviceCode: Type.String(), userCode: Type.String(), url: Type.String() })),
});

export function createLogins({ store, vault, clock, service, clients, exchange }: OauthDeps): Logins {
  return {
    async begin(connection, browser) {
      const { row, way } = connection;
      const { authority, client } = await partiesOf(connection);
      const state = `${row.id}.${randomBytes(32).toString("base64url")}`;
      const verifier = oauth.generateRandomCodeVerifier();
      const flow = { state, verifier, browser, authority: authority.id, client: client.clientId };
      if (way.method === "oauth2_device") {
        const device = await asked(() => exchange.device(authority, client, way.scopes));
        await keep(connection, { ...flow, device });
        return { kind: "device", userCode: device.userCode, url: device.url };
      }
      await keep(connection, flow);
      const redirectUri = clients.redirectUri(authority.id);
      const login = { redirectUri, state, verifier, scopes: way.scopes };
      return { kind: "authority", url: await exchange.authorizeUrl(authority, client, login) };
    },
    async land(authorityId, answer, browser) {
      const state = answer.get("state") ?? "";
      const id = idInLink(state); // A state has the form of a link.
      const [row] = id === undefined ? [] : await store.ask(byId, { id });
      if (row === undefined || row.flow === null) throw nothingBegun();
      const flow = readStored(Flow, vault.open(row.flow, flowPurpose(row), earlierFlowPurpose(row)));
      // All of it, before it is used up: a stranger's answer must not end a login.
      if (!isSame(flow.state, state) || !isSame(flow.browser, browser) || flow.authority !== authorityId)
        throw nothingBegun();
      const [mine] = await store.ask(takeFlow, { id: row.id, flow: row.flow, now: clock.now() });
      if (mine === undefined) throw nothingBegun();
      const connection = connectionOf(mine);
      const { authority, client } = await partiesOf(connection, flow.client);
      const redirectUri = clients.redirectUri(authority.id);
      const login = { redirectUri, state, verifier: flow.verifier, scopes: connection.way.scopes };
      const given = await asked(() => exchange.code(authority, client, login, answer));
      return { connection, code: await service.give(connection, given) };
    },
    async poll(connection, browser) {
      const { row } = connection;
      if (row.flow === null) throw nothingBegun();
      const flow = readStored(Flow, vault.open(row.flow, flowPurpose(row), earlierFlowPurpose(row)));
      const { device } = flow;
      if (device === undefined || !isSame(flow.browser, browser)) throw nothingBegun();
      const { authority, client } = await partiesOf(connection, flow.client);
      const given = await asked(() => exchange.deviceToken(authority, client, device.deviceCode));
      if (given === undefined) return { userCode: device.userCode, url: device.url };
      return { connection, code: await service.give(connection, given) };
    },
    async activateClient(connection) {
      const { authority, client } = await partiesOf(connection);
      const given = await asked(() => exchange.clientCredentials(authority, client, connection.way.scopes));
      return service.activateNow(connection, given);
    },
    async revoke({ row, way }, secret) {
      const { authority } = way;
      if (authority === undefined || secret?.kind !== "tokens") return;
      const client = await clients.find(row.account_id, authority.id, secret.client_id ?? way.client);
      if (client !== undefined) await exchange.revoke(authority, client, secret.refresh_token ?? secret.access_token);
    },
  };

  async function partiesOf(
    { row, way }: Connection,
    begunWith = way.client,
  ): Promise<{ authority: Authority; client: OAuthClient }> {
    const { authority } = way;
    const client = authority && (await clients.find(row.account_id, authority.id, begunWith));
    if (authority === undefined || client === undefined) throw clients.required(authority);
    return { authority, client };
  }

  async function keep({ row }: Connection, flow: object): Promise<void> {
    const sealed = vault.seal(JSON.stringify(flow), flowPurpose(row)).text;
    const values = { id: row.id, nonce: row.link_nonce, flow: sealed, now: clock.now() };
    const [kept] = await store.ask(keepFlow, values);
    if (kept === undefined) throw nothingBegun();
  }
}

function flowPurpose(row: ConnectionRow): string[] {
  return [...earlierFlowPurpose(row), frozenWay(row)];
}

function earlierFlowPurpose({ account_id: account, id, hosts }: ConnectionRow): string[] {
  return ["login", account, id, hosts];
}

function nothingBegun(): HubError {
  return new HubError(
    "not_found",
    "No login was begun in this browser, or it has ended. Ask your agent for a fresh link.",
  );
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthorityRefusal)) throw error;
    throw new HubError("connection_expired", `The authority gave no token: ${error.reason}.`, { cause: error });
  }
}
