/** What can be done with connections: the life of one from the link to its end. */
import { type Static, Type } from "@sinclair/typebox";
import type { AccessPlan } from "../runtime/access.ts";
import type { Entry } from "../runtime/catalog.ts";
import { HubError } from "../runtime/errors.ts";
import { type Connection, type Rules, Secret } from "./model.ts";

export interface ConnectionRequest {
  readonly entry: Entry;
  readonly plan: AccessPlan;
  readonly method?: string | undefined;
  readonly label?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Of Microsoft: the directory whose people log in. */
  readonly tenant?: string | undefined;
  /** Of Amazon: where calls go that name no region themselves. */
  readonly region?: string | undefined;
  /** The id of the OAuth client, where the account and the operator both have one. */
  readonly client?: string | undefined;
  readonly rules?: Partial<Rules>;
  /** Whether one that was begun for the same hosts will do, as long as its link is open. */
  readonly joins?: boolean;
}

/** What a person or a login has given, before it is confirmed. */
export const GivenSecret = Type.Object({
  secret: Secret,
  /** Milliseconds since the epoch. */
  expires_at: Type.Union([Type.Integer(), Type.Null()]),
  /** When it ends unless its person renews it; null or left out where that is not known, or never. */
  ends_at: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()]),
});
export type GivenSecret = Static<typeof GivenSecret>;

export interface ConnectionService {
  /** Begins one: a link for a person. @throws {HubError} `oauth_client_required`, `invalid_input`. */
  begin(accountId: string, wish: ConnectionRequest): Promise<Connection>;
  list(accountId: string): Promise<readonly Connection[]>;
  /** The same for a call of an entry, or a look at many. That there are none is believed for half a second. */
  forUse(accountId: string): Promise<readonly Connection[]>;
  /** By id or label. @throws {HubError} `unknown_connection`. */
  find(accountId: string, name: string): Promise<Connection>;
  /** A new link for one that is there. */
  relink(connection: Connection, scopes?: readonly string[]): Promise<Connection>;
  /**
   * One that no longer works, with a link: the one that is open, or else a fresh one. It has none where what was given waits
   * to be confirmed, and where it works again.
   */
  linked(connection: Connection): Promise<Connection>;
  /** The part of the address after `/connect/`; `undefined` where no link is open. */
  linkOf(connection: Connection): string | undefined;
  /** What an open link leads to. @throws {HubError} `not_found`. */
  open(token: string): Promise<Connection>;
  /** Keeps what was given by the link. @returns the code that confirms it. */
  give(connection: Connection, given: GivenSecret): Promise<string>;
  /** @throws {HubError} `invalid_input` for a wrong code, `connection_pending` where nothing is to be confirmed. */
  confirm(accountId: string, id: string, code: string): Promise<Connection>;
  /** Takes what the hub was given without a person in between, such as a token for the client itself. */
  activateNow(connection: Connection, given: GivenSecret): Promise<Connection>;
  patch(connection: Connection, changes: Changes): Promise<Connection>;
  /** Ends it and forgets its secrets. @returns what was in it, to be revoked at its authority. */
  erase(connection: Connection): Promise<Secret | undefined>;
  /** @throws {HubError} `vault_key_missing`. */
  secretOf(connection: Connection): Secret;
  mark(connection: Connection, state: "needs_reconnect" | "stale", reason: string): Promise<void>;
  events(connection: Connection): Promise<readonly { readonly type: string; readonly at: number }[]>;
  uses(
    connection: Connection,
  ): Promise<readonly { readonly day: string; readonly entry: string; readonly calls: number }[]>;
  /** Counts a call. @returns false where its daily calls are used up. */
  use(connection: Connection, entry: string): Promise<boolean>;
  wentWell(connection: Connection): Promise<void>;
  /** Erases what nobody confirmed, seals anew what an earlier secret sealed, forgets old uses. */
  tidy(): Promise<void>;
}

export interface Changes {
  readonly label?: string | undefined;
  readonly is_default?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly rules?: Partial<Rules> | undefined;
}

/** How long a link is open, and what was given by it can be confirmed. */
export const LINK_MS = 10 * 60_000;

export function unknownConnection(): HubError {
  return new HubError("unknown_connection", "No connection of yours has this id or label.");
}
