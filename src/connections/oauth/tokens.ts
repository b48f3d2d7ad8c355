/**
 * Keeps tokens fresh: one refresh at a time over all processes, by a lease in the row, for a refresh token that is used
 * twice can end a whole login. What came is stored before it is used.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS } from "../../runtime/day.ts";
import { HubError } from "../../runtime/errors.ts";
import { ask, type Steps } from "../../store/store.ts";
import { eventNotes } from "../events.ts";
import { reminderOf } from "../expiry.ts";
import type { Tokens } from "../for-call.ts";
import { type Connection, connectionOf, purposeOf, WORKING_STATES } from "../model.ts";
import { byId, lockConnection } from "../queries/life.ts";
import * as queries from "../queries/refresh.ts";
import type { ConnectionRow } from "../queries/row.ts";
import type { GivenSecret } from "../service.ts";
import type { OauthDeps } from "./deps.ts";
import { AuthorityRefusal } from "./exchange.ts";

export interface TokensDeps extends OauthDeps {
  /** Whether somebody is to be told of events. */
  readonly tellsEvents?: boolean;
  /** Ends every wait. */
  readonly stop: AbortSignal;
}

export interface KeptTokens extends Tokens {
  /** Refreshes what nobody has used for a day, so that its refresh token stays good. */
  refreshUnused(): Promise<void>;
  /** Once no refresh is in hand: a token that an authority has replaced is lost where the store closes before. */
  settled(): Promise<void>;
}

const LEASE_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** For whoever could not wait for another's refresh, which takes a moment. */
const AGAIN_MS = 1_000;
const EARLY_MS = 5 * 60_000;
const EARLY_SHARE = 0.1;
const FIRST_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 3_600_000;

export function createTokens(deps: TokensDeps): KeptTokens {
  const { store, vault, clock, service, clients, exchange, stop, tellsEvents = false } = deps;
  const event = eventNotes(clock, tellsEvents);
  const inHand = new Set<Promise<unknown>>();

  return {
    async fresh(connection, mustBeNew, signal) {
      const over = signal === undefined ? stop : AbortSignal.any([signal, stop]);
      let at = carrying(connection);
      const { version } = connection.row;
      for (;;) {
        if (at.row.version !== version) return at; // Somebody else has refreshed it meanwhile.
        const now = clock.now();
        const isGood = !mustBeNew && (at.row.expires_at === null || at.row.expires_at > now);
        if (isGood && !isEarly(at, now)) return at;
        const pauseMs = pauseOf(at.row, now);
        if (pauseMs > 0) {
          if (isGood) return at;
          throw backoff(pauseMs);
        }
        const renewed = await refreshedIfFree(at.row, now, isGood);
        if (renewed !== undefined) return renewed;
        if (isGood) return at; // Another process is at it, and the present token does until then.
        await delay(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => {
          throw backoff(AGAIN_MS);
        });
        at = await readAgain(at);
      }
    },
    async refreshUnused() {
      const now = clock.now();
      for (const row of await store.ask(queries.runningOut, { by: now - DAY_MS, now })) {
        if (stop.aborted) return;
        await refreshedIfFree(row, now, true).catch(() => undefined);
      }
    },
    async settled() {
      while (inHand.size > 0) await Promise.allSettled(inHand);
    },
  };

  /** `undefined` where another process has it in hand. */
  function refreshedIfFree(row: ConnectionRow, now: number, isGood: boolean): Promise<Connection | undefined> {
    const work = leased();
    const over = () => void inHand.delete(work);
    inHand.add(work);
    work.then(over, over);
    return work;

    async function leased(): Promise<Connection | undefined> {
      const lease = randomUUID();
      const [taken] = await store.ask(queries.takeLease, leaseOf(row, lease, now));
      return taken && refreshed(connectionOf(taken), lease, isGood);
    }
  }

  async function readAgain({ row }: Connection): Promise<Connection> {
    const [fresh] = await store.ask(byId, { id: row.id });
    if (fresh === undefined) throw unknown();
    return carrying(connectionOf(fresh));
  }

  async function refreshed(connection: Connection, lease: string, isGood: boolean): Promise<Connection> {
    const { row } = connection;
    let given: GivenSecret;
    try {
      given = await askAuthority(connection);
    } catch (error) {
      return failed(connection, lease, error, isGood);
    }
    const sealed = vault.seal(JSON.stringify(given.secret), purposeOf(row, row.version + 1));
    const endsAt = given.ends_at === undefined ? row.ends_at : given.ends_at;
    const [kept] = await store.transact(function* (): Steps<ConnectionRow[]> {
      const [before] = yield* ask(lockConnection, { id: row.id, accountId: row.account_id });
      const rows = yield* ask(queries.keepRefreshed, {
        id: row.id,
        version: row.version,
        lease,
        sealed: sealed.text,
        keyId: sealed.keyId,
        expiresAt: given.expires_at,
        endsAt,
        remindAt: reminderOf(endsAt, clock.now()),
      });
      const wasBroken = before?.state === "stale" || before?.state === "needs_reconnect";
      if (rows.length > 0 && wasBroken) yield* event(row, "recovered");
      return rows;
    });
    // Who held the lease before it lapsed may have come in between, or the person has ended it.
    return kept === undefined ? readAgain(connection) : carrying(connectionOf(kept));
  }

  async function askAuthority(connection: Connection): Promise<GivenSecret> {
    const { row, way } = connection;
    const { authority } = way;
    const secret = way.method === "oauth2_client" ? undefined : service.secretOf(connection);
    const { refresh_token: token, client_id: givenTo } = secret?.kind === "tokens" ? secret : {};
    const client = authority && (await clients.find(row.account_id, authority.id, givenTo ?? way.client));
    if (authority === undefined || client === undefined)
      throw new AuthorityRefusal("its client is no longer registered", true, undefined);
    if (way.method === "oauth2_client") return exchange.clientCredentials(authority, client, way.scopes);
    if (token === undefined) throw new AuthorityRefusal("no refresh token was given", true, undefined);
    return exchange.refresh(authority, client, token);
  }

  async function failed(connection: Connection, lease: string, error: unknown, isGood: boolean): Promise<Connection> {
    const { row } = connection;
    const now = clock.now();
    const isFinal = error instanceof AuthorityRefusal && error.isFinal;
    const wait = backoffAfter(row.failures + 1);
    const reason = error instanceof AuthorityRefusal ? error.reason : "the refresh failed";
    const [told] = await store.transact(function* (): Steps<ConnectionRow[]> {
      const to = isFinal ? "needs_reconnect" : "stale";
      const values = { id: row.id, version: row.version, lease, to, reason, retryAt: isFinal ? null : now + wait };
      const rows = yield* ask(queries.failRefresh, values);
      if (rows.length > 0 && isFinal) yield* event(row, "needs_reconnect");
      return rows;
    });
    if (told === undefined) return readAgain(connection);
    if (isGood && !isFinal) return connectionOf(told);
    throw isFinal ? ended(connectionOf(told)) : backoff(wait);
  }

  /** Whether so little of its time is left that it is refreshed before it runs out. */
  function isEarly(connection: Connection, now: number): boolean {
    const { expires_at: end } = connection.row;
    if (end === null) return false;
    const secret = service.secretOf(connection);
    const lifetime = secret.kind === "tokens" ? end - secret.obtained_at : 0;
    if (secret.kind === "tokens" && secret.refresh_token === undefined && connection.method !== "oauth2_client")
      return false;
    return end - now < Math.min(EARLY_MS, lifetime * EARLY_SHARE);
  }
}

function backoffAfter(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}

/** For how long no refresh is tried; a time that lies further ahead than any pause is of before the clock was set back. */
function pauseOf({ retry_at: retryAt, failures }: ConnectionRow, now: number): number {
  const leftMs = (retryAt ?? 0) - now;
  return leftMs > backoffAfter(failures) ? 0 : leftMs;
}

function leaseOf({ id, version, failures }: ConnectionRow, lease: string, now: number) {
  return { id, version, lease, until: now + LEASE_MS, now, latest: now + backoffAfter(failures) };
}

/** @throws {HubError} where calls carry it no more. */
function carrying(connection: Connection): Connection {
  const { state } = connection;
  if (state === "needs_reconnect") throw ended(connection);
  if (state === "disabled") throw new HubError("connection_not_allowed", "The connection is disabled.");
  if (!WORKING_STATES.has(state)) throw unknown();
  return connection;
}

function unknown(): HubError {
  return new HubError("unknown_connection", "The connection has been ended.");
}

function ended({ row }: Connection): HubError {
  return new HubError("connection_expired", `The connection "${row.label}" has to be connected again.`, {
    facts: { connect: { connection_id: row.id } },
    nextActions: [`POST /api/v1/agent/connections/${row.id}/reconnect/ for a fresh link for your human.`],
  });
}

function backoff(waitMs: number): HubError {
  return new HubError("refresh_backoff", "The authority gives no fresh token at the moment.", { retryAfterMs: waitMs });
}
