/** A connection as it is kept: what it is for, what stands in its seal, and the states it goes through. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ACCESS_METHODS, type AccessMethod, Authority, SecretPlace } from "../runtime/access.ts";
import { parseJson } from "../runtime/json.ts";
import { OVER, WORKING } from "../store/connection-states.ts";
import type { Row } from "../store/tables/tables.ts";
import { OneOf } from "../runtime/schema-parts.ts";

/**
 * pending → awaiting_confirmation → active ⇄ stale → needs_reconnect → active; pending → expired after ten minutes; any
 * → disabled or revoked. `stale`: a refresh failed for a passing reason. `needs_reconnect`: only its person can mend it.
 */
export const CONNECTION_STATES = [
  "pending",
  "awaiting_confirmation",
  "active",
  "stale",
  "needs_reconnect",
  "expired",
  "disabled",
  "revoked",
] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const WORKING_STATES: ReadonlySet<ConnectionState> = new Set<ConnectionState>(WORKING);

/** Where the credential goes and who gives it, frozen when the connection is made: no description moves it later. */
export const StoredWay = Type.Object({
  method: OneOf(ACCESS_METHODS),
  placement: Type.Array(SecretPlace),
  scopes: Type.Array(Type.String()),
  authority: Type.Optional(Authority),
  signingName: Type.Optional(Type.String()),
  region: Type.Optional(Type.String()),
  /** The id of the OAuth client, where one was chosen. */
  client: Type.Optional(Type.String()),
  probe: Type.Optional(Type.String()),
  consoleUrl: Type.Optional(Type.String()),
});
export type StoredWay = Static<typeof StoredWay>;

/** What a connection may be used for. */
export const Rules = Type.Object({
  get_only: Type.Boolean(),
  /** Calls a UTC day; null for any number. */
  daily_cap: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  /** Slugs; null for any entry of its hosts. */
  entries: Type.Union([Type.Array(Type.String()), Type.Null()]),
});
export type Rules = Static<typeof Rules>;

/** What is sealed. */
export const Secret = Type.Union([
  /** One for each placement, in their order. */
  Type.Object({ kind: Type.Literal("keys"), keys: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Literal("basic"), username: Type.String(), password: Type.String() }),
  Type.Object({ kind: Type.Literal("bearer"), token: Type.String() }),
  Type.Object({
    kind: Type.Literal("aws"),
    access_key_id: Type.String(),
    secret_access_key: Type.String(),
    session_token: Type.Optional(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal("tokens"),
    access_token: Type.String(),
    refresh_token: Type.Optional(Type.String()),
    /** The id of the OAuth client that they were given to: no other can refresh or revoke them. */
    client_id: Type.Optional(Type.String()),
    /** Milliseconds since the epoch. */
    obtained_at: Type.Integer(),
  }),
]);
export type Secret = Static<typeof Secret>;

const Texts = Type.Array(Type.String());

export interface Connection {
  readonly row: Row<"connections">;
  readonly method: AccessMethod;
  readonly state: ConnectionState;
  readonly hosts: readonly string[];
  readonly way: StoredWay;
  readonly rules: Rules;
}

export function connectionOf(row: Row<"connections">): Connection {
  return {
    row,
    method: row.method as AccessMethod, // Written by us, as is the state.
    state: row.state as ConnectionState,
    hosts: readStored(Texts, row.hosts),
    way: readStored(StoredWay, row.way),
    rules: readStored(Rules, row.rules),
  };
}

export function readStored<T extends TSchema>(schema: T, text: string): Static<T> {
  const value = parseJson(text);
  if (Value.Check(schema, value)) return value;
  throw new Error("The store holds a connection that cannot be read");
}

/** What a seal of a connection is for. A credential of an earlier version, account, host or way opens nothing. */
export function purposeOf(row: Row<"connections">, version: number): string[] {
  return [...earlierPurposeOf(row, version), frozenWay(row)];
}

/** As the seals of 0.1.0 have it, which still open. None that is made today opens by it. */
export function earlierPurposeOf({ account_id: account, id, method, hosts }: Row<"connections">, version: number) {
  return [account, id, method, hosts, String(version)];
}

/**
 * Where the credential goes and who gives it: whoever can write to the database must not have it sent elsewhere. Without
 * the scopes, which a reconnection asks for anew while the credential serves on.
 */
export function frozenWay(row: Pick<Row<"connections">, "way">): string {
  const { scopes: _, ...frozen } = readStored(StoredWay, row.way);
  return JSON.stringify(frozen);
}

/** Nobody can use it any more. */
export const ENDED: ReadonlySet<string> = new Set(OVER);
