/**
 * The life of a connection: asked for by an agent, given by a person over a link, confirmed by the agent with the code
 * that the person was shown, used, and ended.
 */
import { randomBytes } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { type AccessPlan, isOauth, type Way } from "../runtime/access.ts";
import { DAY_MS } from "../runtime/day.ts";
import type { Entry } from "../runtime/catalog.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import type { Clients } from "./clients.ts";
import { isSame, type Links, idInLink, randomCode } from "./link.ts";
import {
  type Connection,
  connectionOf,
  ENDED,
  purposeOf,
  type Rules,
  Secret,
  readStored,
  type StoredWay,
} from "./model.ts";
import { hintOf } from "./place.ts";
import * as queries from "./queries.ts";
import type { Vault } from "./vault.ts";

export interface ConnectionsDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly links: Links;
  readonly clients: Clients;
  readonly clock: Clock;
  /** Whether somebody is to be told of events. */
  readonly tellsEvents?: boolean;
}

export interface Wish {
  readonly entry: Entry;
  readonly plan: AccessPlan;
  readonly method?: string | undefined;
  readonly label?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Of Microsoft: the directory whose people log in. */
  readonly tenant?: string | undefined;
  readonly rules?: Partial<Rules>;
}

/** What a person or a login has given, before it is confirmed. */
export const GivenSecret = Type.Object({
  secret: Secret,
  expires_at: Type.Union([Type.Integer(), Type.Null()]),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()]),
});
export interface GivenSecret {
  readonly secret: Secret;
  /** Milliseconds since the epoch. */
  readonly expires_at: number | null;
  readonly scopes: readonly string[] | null;
}

export type ConnectionEvent = "active" | "expiring" | "needs_reconnect" | "recovered" | "revoked";

export interface ConnectionService {
  /** Begins one: a link for a person. @throws {HubError} `oauth_client_required`, `invalid_input`. */
  begin(accountId: string, wish: Wish): Promise<Connection>;
  list(accountId: string): Promise<readonly Connection[]>;
  /** By id or label. @throws {HubError} `unknown_connection`. */
  find(accountId: string, name: string): Promise<Connection>;
  /** A new link for one that is there. */
  relink(connection: Connection, scopes?: readonly string[]): Promise<Connection>;
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

const LINK_MS = 10 * 60_000;
const USES_KEPT_MS = 90 * DAY_MS;
const NO_CAP = 2 ** 53 - 1;
/** Of one account. */
const MAX_CONNECTIONS = 100;

export function createConnections(deps: ConnectionsDeps): ConnectionService {
  const { store, vault, links, clients, clock, tellsEvents = false } = deps;

  const service: ConnectionService = {
    async begin(accountId, wish) {
      const way = await wayFor(accountId, wish);
      const { entry, plan } = wish;
      const id = `con_${randomBytes(16).toString("hex")}`;
      const mine = await service.list(accountId);
      if (mine.length >= MAX_CONNECTIONS)
        throw new HubError("connection_not_allowed", `An account has at most ${MAX_CONNECTIONS} connections.`);
      const label = wish.label ?? freshLabel(entry.provider, mine);
      const now = clock.now();
      const rules: Rules = { get_only: false, daily_cap: null, entries: null, ...wish.rules };
      const [row] = await store.ask(queries.insertConnection, {
        id,
        accountId,
        label,
        authority: way.authority?.id ?? plan.hosts[0] ?? "",
        method: way.method,
        entry: entry.slug,
        hosts: JSON.stringify(plan.hosts),
        way: JSON.stringify(way),
        rules: JSON.stringify(rules),
        nonce: randomBytes(16).toString("hex"),
        until: now + LINK_MS,
        now,
      });
      if (row === undefined) throw invalidInput("/label", "is the label of another connection");
      return connectionOf(row);
    },
    async list(accountId) {
      return (await store.ask(queries.ofAccount, { accountId })).map(connectionOf);
    },
    async find(accountId, name) {
      const found = (await service.list(accountId)).find(({ row }) => row.id === name || row.label === name);
      if (found === undefined) throw unknown();
      return found;
    },
    async relink({ row, way }, scopes) {
      const [fresh] = await store.ask(queries.relink, {
        id: row.id,
        accountId: row.account_id,
        nonce: randomBytes(16).toString("hex"),
        until: clock.now() + LINK_MS,
        way: JSON.stringify(scopes === undefined ? way : { ...way, scopes }),
      });
      if (fresh === undefined) throw unknown();
      return connectionOf(fresh);
    },
    linkOf({ row }) {
      const isOpen = row.link_nonce !== null && (row.link_until ?? 0) > clock.now();
      return isOpen ? links.make(row.id, row.link_nonce ?? "") : undefined;
    },
    async open(token) {
      const id = idInLink(token);
      const [row] = id === undefined ? [] : await store.ask(queries.byId, { id });
      const isRight = row !== undefined && links.isFor(token, row.id, row.link_nonce ?? "");
      if (!isRight || row.link_nonce === null || ENDED.has(row.state) || (row.link_until ?? 0) <= clock.now())
        throw new HubError("not_found", "This link is no longer open. Ask your agent for a fresh one.");
      return connectionOf(row);
    },
    async give({ row }, given) {
      const code = randomCode();
      const digest = links.digest(code, row.id);
      const sealed = vault.seal(JSON.stringify(given), draftPurpose(row, digest));
      const now = clock.now();
      const [kept] = await store.ask(queries.keepDraft, {
        id: row.id,
        nonce: row.link_nonce,
        draft: sealed.text,
        keyId: sealed.keyId,
        code: digest,
        until: now + LINK_MS,
        now,
      });
      if (kept === undefined)
        throw new HubError("not_found", "This link is no longer open. Ask your agent for a fresh one.");
      return code;
    },
    async confirm(accountId, id, code) {
      const [tried] = await store.ask(queries.takeTry, { id, accountId, now: clock.now() });
      if (tried === undefined) throw await nothingToConfirm(accountId, id);
      const digest = links.digest(code, id);
      if (!isSame(digest, tried.draft_code ?? ""))
        throw invalidInput("/code", `is not the code that the page showed; ${5 - tried.draft_tries} tries are left`);
      const draft = vault.open(tried.draft ?? "", draftPurpose(tried, digest));
      return activate(id, digest, readStored(GivenSecret, draft));
    },
    async activateNow(connection, given) {
      const code = await service.give(connection, given);
      return service.confirm(connection.row.account_id, connection.row.id, code);
    },
    async patch({ row, rules, state }, changes) {
      const { label = row.label, is_default: isDefault = row.is_default === 1, disabled } = changes;
      const isOn = row.sealed !== null;
      const to =
        disabled === undefined ? state : disabled ? "disabled" : state === "disabled" && isOn ? "active" : state;
      const values = {
        id: row.id,
        accountId: row.account_id,
        from: state,
        label,
        state: to,
        rules: JSON.stringify({ ...rules, ...changes.rules }),
        isDefault: Number(isDefault),
      };
      const fresh = await unique(() =>
        store.transact(function* (): Steps<queries.ConnectionRow | undefined> {
          const [patched] = yield* ask(queries.patchConnection, values);
          if (patched?.is_default === 1)
            yield* ask(queries.noOtherDefault, { id: row.id, accountId: row.account_id, hosts: row.hosts });
          return patched;
        }),
      );
      if (fresh === undefined) throw unknown();
      return connectionOf(fresh);
    },
    async erase(connection) {
      const { row } = connection;
      const secret = row.sealed === null ? undefined : openOrNothing(connection);
      const ended = await store.transact(function* (): Steps<boolean> {
        const [erased] = yield* ask(queries.eraseConnection, { id: row.id, accountId: row.account_id });
        if (erased !== undefined) yield* event(erased, "revoked");
        return erased !== undefined;
      });
      if (!ended) throw unknown();
      return secret;
    },
    secretOf: ({ row }) => readStored(Secret, vault.open(row.sealed ?? "", purposeOf(row, row.version))),
    async mark({ row }, to, reason) {
      await store.transact(function* (): Steps<void> {
        const [marked] = yield* ask(queries.setState, { id: row.id, version: row.version, to, reason });
        if (marked !== undefined && to === "needs_reconnect") yield* event(marked, "needs_reconnect");
      });
    },
    events: ({ row }) => asPromise(store.ask(queries.eventsOf, { id: row.id })),
    uses: ({ row }) => asPromise(store.ask(queries.usesOf, { id: row.id })),
    async use({ row, rules }, entry) {
      const now = clock.now();
      const day = dayOf(now);
      const cap = rules.daily_cap ?? NO_CAP;
      return store.transact(function* (): Steps<boolean> {
        const [counted] = yield* ask(queries.countUse, { id: row.id, day, now, cap });
        if (counted === undefined) return false;
        yield* ask(queries.noteUse, { id: row.id, accountId: row.account_id, day, entry, now });
        return true;
      }, "relaxed");
    },
    async wentWell({ row }) {
      await store.ask(queries.noteOk, { id: row.id, now: clock.now() });
    },
    async tidy() {
      const now = clock.now();
      await store.ask(queries.dropDrafts, { now });
      await store.ask(queries.forgetUses, { since: dayOf(now - USES_KEPT_MS) });
      for (const row of await store.ask(queries.underOtherKeys, { keyId: vault.keyId })) {
        const sealed = row.sealed === null ? undefined : vault.rewrap(row.sealed);
        if (sealed !== undefined)
          await store.ask(queries.replaceSeal, { id: row.id, from: row.sealed, to: sealed.text, keyId: sealed.keyId });
      }
    },
  };
  return service;

  /** The first way that can be gone: a login needs a client that somebody has registered. */
  async function wayFor(accountId: string, { entry, plan, method, scopes, tenant }: Wish): Promise<StoredWay> {
    const ways = plan.ways.filter((way) => method === undefined || way.method === method);
    if (ways.length === 0) {
      const none = plan.why ?? `it takes ${plan.methods.join(", ") || "none that is known"}`;
      throw invalidInput(method === undefined ? "/for" : "/method", `cannot be connected: ${none}`);
    }
    const host = new URL(entry.baseUrl).hostname;
    for (const way of ways) {
      if (isOauth(way.method)) {
        const isPossible = isOffered(way) && (await clients.find(accountId, way.authority?.id ?? "")) !== undefined;
        if (!isPossible) continue;
      }
      return storedWay(way, plan, { host, scopes, tenant });
    }
    throw clients.required(ways.find(isOffered)?.authority);
  }

  async function activate(id: string, digest: string, given: GivenSecret): Promise<Connection> {
    for (;;) {
      const [row] = await store.ask(queries.byId, { id });
      if (row === undefined) throw unknown();
      const sealed = vault.seal(JSON.stringify(given.secret), purposeOf(row, row.version + 1));
      const mine = await service.list(row.account_id);
      const others = mine.filter((one) => one.row.hosts === row.hosts && one.row.id !== id && one.row.sealed !== null);
      const wasBroken = row.state === "needs_reconnect";
      const fresh = await store.transact(function* (): Steps<queries.ConnectionRow | undefined> {
        const [activated] = yield* ask(queries.activate, {
          id,
          code: digest,
          version: row.version,
          sealed: sealed.text,
          keyId: sealed.keyId,
          hint: hintOf(given.secret),
          expiresAt: given.expires_at,
          scopes: given.scopes === null ? null : JSON.stringify(given.scopes),
          isDefault: Number(row.is_default === 1 || others.length === 0),
        });
        if (activated !== undefined) yield* event(activated, wasBroken ? "recovered" : "active");
        return activated;
      });
      if (fresh !== undefined) return connectionOf(fresh);
      // A refresh has come between; else somebody else has confirmed it.
      const [now] = await store.ask(queries.byId, { id });
      if (now?.draft_code !== digest || ENDED.has(now.state)) throw unknown();
    }
  }

  async function nothingToConfirm(accountId: string, id: string): Promise<HubError> {
    await service.find(accountId, id);
    return new HubError(
      "connection_pending",
      "Nothing waits to be confirmed: the link was not used, or its time is up.",
    );
  }

  function* event(row: queries.ConnectionRow, type: ConnectionEvent): Steps<void> {
    const now = clock.now();
    const values = { id: row.id, accountId: row.account_id, type: `connection.${type}`, now };
    yield* ask(queries.addEvent, { ...values, dueAt: tellsEvents ? now : null });
  }

  function openOrNothing(connection: Connection): Secret | undefined {
    try {
      return service.secretOf(connection);
    } catch {
      return undefined; // It is ended all the same; nobody can revoke what nobody can open.
    }
  }

  function draftPurpose({ account_id: account, id, hosts }: queries.ConnectionRow, digest: string): string[] {
    return ["draft", account, id, hosts, digest];
  }
}

/** Whether all that the way needs is known. */
function isOffered({ method, authority }: Way): boolean {
  if (authority === undefined) return !isOauth(method);
  if (method === "oauth2_code") return authority.authorize !== undefined;
  return method !== "oauth2_device" || authority.device !== undefined;
}

function storedWay(
  way: Way,
  plan: AccessPlan,
  { scopes, tenant }: { host: string; scopes: readonly string[] | undefined; tenant: string | undefined },
): StoredWay {
  const { signingName, probe, consoleUrl } = plan;
  const { authority } = way;
  const asked = scopes ?? way.scopes;
  const offline = isOauth(way.method) && way.method !== "oauth2_client" ? (authority?.offline_scopes ?? []) : [];
  return {
    method: way.method,
    placement: [...way.placement],
    scopes: [...new Set([...asked, ...offline])],
    ...(authority && { authority: tenant === undefined ? authority : ofTenant(authority, tenant) }),
    ...(signingName !== undefined && { signingName }),
    ...(probe !== undefined && { probe }),
    ...(consoleUrl !== undefined && { consoleUrl }),
  };
}

type KnownAuthority = NonNullable<Way["authority"]>;

/** Microsoft has endpoints of their own for each directory. */
function ofTenant(authority: KnownAuthority, tenant: string): KnownAuthority {
  if (authority.id !== "entra") throw invalidInput("/tenant", "is for connections of Microsoft only");
  const at = (url: string | undefined) => url?.replace("/common/", `/${tenant}/`);
  const [authorize, device] = [at(authority.authorize), at(authority.device)];
  return {
    ...authority,
    token: at(authority.token) ?? authority.token,
    ...(authorize !== undefined && { authorize }),
    ...(device !== undefined && { device }),
  };
}

function freshLabel(provider: string, mine: readonly Connection[]): string {
  const taken = new Set(mine.map(({ row }) => row.label));
  for (let count = 1; ; count++) {
    const label = count === 1 ? provider : `${provider} ${count}`;
    if (!taken.has(label)) return label;
  }
}

/** @throws {HubError} `invalid_input` where the label is another's. */
async function unique<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && /unique|duplicate/i.test(`${error.message} ${String(error.cause)}`))
      throw invalidInput("/label", "is the label of another connection");
    throw error;
  }
}

function unknown(): HubError {
  return new HubError("unknown_connection", "No connection of yours has this id or label.");
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

async function asPromise<T>(value: T | Promise<T>): Promise<T> {
  return value;
}
