/**
 * The life of a connection: asked for by an agent, given by a person over a link, confirmed by the agent with the code
 * that the person was shown, used, and ended.
 */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { lockedAccount } from "../store/locked-account.ts";
import { ask, isUniqueViolation, type Steps, type Store, type Values } from "../store/store.ts";
import type { Clients } from "./clients.ts";
import { createConfirmation } from "./confirmation.ts";
import { eventNotes } from "./events.ts";
import { remind } from "./expiry.ts";
import { idInLink, type Links } from "./link.ts";
import {
  type Connection,
  type ConnectionState,
  connectionOf,
  ENDED,
  earlierPurposeOf,
  purposeOf,
  type Rules,
  Secret,
  type StoredWay,
  readStored,
} from "./model.ts";
import { eventsOf } from "./queries/events.ts";
import * as queries from "./queries/life.ts";
import { dropDrafts, relink, relinkBroken } from "./queries/links.ts";
import type { ConnectionRow } from "./queries/row.ts";
import { sealAnew } from "./seal-anew.ts";
import { type Changes, type ConnectionRequest, type ConnectionService, LINK_MS, unknownConnection } from "./service.ts";
import type { Vault } from "./vault.ts";
import { createUses } from "./uses.ts";
import { wayFor, withScopes } from "./way.ts";

export interface ConnectionsDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly links: Links;
  readonly clients: Clients;
  readonly clock: Clock;
  /** Whether somebody is to be told of events. */
  readonly tellsEvents?: boolean;
}

/** Of one account. */
const MAX_CONNECTIONS = 100;
const WITHOUT_MS = 500;
const MAX_WITHOUT = 10_000;

export function createConnections(deps: ConnectionsDeps): ConnectionService {
  const { store, vault, links, clients, clock, tellsEvents = false } = deps;

  const event = eventNotes(clock, tellsEvents);
  /** Accounts that had no connection, and when they were asked for. Most have none, and each call asks. */
  const without = new LRUCache<string, number>({ max: MAX_WITHOUT });

  const { forget: forgetOldUses, ...uses } = createUses({ store, clock });

  const service: ConnectionService = {
    ...createConfirmation({ store, vault, links, clock, event }),
    ...uses,
    async begin(accountId, wish) {
      const way = await wayFor(clients, accountId, wish);
      for (;;) {
        const mine = await service.list(accountId);
        const row = await insert(accountId, wish, way, wish.label ?? freshLabel(wish.entry.provider, mine));
        if (row !== undefined) return connectionOf(row);
        // Of several that are begun at once another has taken the label.
        if (wish.label !== undefined) throw labelTaken();
      }
    },
    async list(accountId) {
      return (await store.ask(queries.ofAccount, { accountId })).map(connectionOf);
    },
    async forUse(accountId) {
      const now = clock.now();
      const asked = without.get(accountId);
      if (asked !== undefined && Math.abs(now - asked) < WITHOUT_MS) return [];
      const mine = await service.list(accountId);
      if (mine.length === 0) without.set(accountId, now);
      return mine;
    },
    async find(accountId, name) {
      const found = (await service.list(accountId)).find(({ row }) => row.id === name || row.label === name);
      if (found === undefined) throw unknownConnection();
      return found;
    },
    async relink({ row, way }, scopes) {
      const [fresh] = await store.ask(relink, {
        id: row.id,
        accountId: row.account_id,
        nonce: randomBytes(16).toString("hex"),
        until: clock.now() + LINK_MS,
        way: JSON.stringify(scopes === undefined ? way : withScopes(way, scopes)),
      });
      if (fresh === undefined) throw unknownConnection();
      return connectionOf(fresh);
    },
    async linked({ row }) {
      const { id, account_id: accountId } = row;
      const now = clock.now();
      const values = { id, accountId, nonce: randomBytes(16).toString("hex"), until: now + LINK_MS, now };
      const [fresh] = await store.ask(relinkBroken, values);
      return fresh === undefined ? service.find(accountId, id) : connectionOf(fresh);
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
    async patch({ row }, changes) {
      const { id, account_id: accountId } = row;
      const fresh = await unique(() =>
        store.transact(function* (): Steps<ConnectionRow | undefined> {
          yield* lockedAccount(accountId); // One connection at a time becomes the default.
          const [current] = yield* ask(queries.lockConnection, { id, accountId });
          if (current === undefined) return undefined;
          const [patched] = yield* ask(queries.patchConnection, { id, accountId, ...changed(current, changes) });
          if (patched?.is_default === 1) yield* ask(queries.noOtherDefault, { id, accountId, hosts: patched.hosts });
          return patched;
        }),
      );
      if (fresh === undefined) throw unknownConnection();
      return connectionOf(fresh);
    },
    async erase({ row: { id, account_id: accountId } }) {
      const ended = await store.transact(function* (): Steps<ConnectionRow | undefined> {
        const [last] = yield* ask(queries.lockConnection, { id, accountId });
        if (last === undefined) return undefined;
        yield* ask(queries.eraseConnection, { id, accountId });
        yield* event(last, "revoked");
        return last;
      });
      if (ended === undefined) throw unknownConnection();
      return ended.sealed === null ? undefined : openOrNothing(connectionOf(ended));
    },
    secretOf: ({ row }) =>
      readStored(Secret, vault.open(row.sealed ?? "", purposeOf(row, row.version), earlierPurposeOf(row, row.version))),
    async mark({ row }, to, reason) {
      await store.transact(function* (): Steps<void> {
        const [marked] = yield* ask(queries.setState, { id: row.id, version: row.version, to, reason });
        if (marked !== undefined && to === "needs_reconnect") yield* event(marked, "needs_reconnect");
      });
    },
    events: async ({ row }) => store.ask(eventsOf, { id: row.id }),
    async tidy() {
      const now = clock.now();
      await remind(store, clock, event);
      await store.ask(dropDrafts, { now });
      await forgetOldUses();
      await sealAnew(store, vault);
    },
  };
  return service;

  /** `undefined` where the label is another's. */
  async function insert(
    accountId: string,
    { entry, plan, rules, joins = false }: ConnectionRequest,
    way: StoredWay,
    label: string,
  ): Promise<ConnectionRow | undefined> {
    const now = clock.now();
    const allRules: Rules = { get_only: false, daily_cap: null, entries: null, ...rules };
    without.delete(accountId);
    const values = {
      id: `con_${randomBytes(16).toString("hex")}`,
      accountId,
      label,
      authority: way.authority?.id ?? plan.hosts[0] ?? "",
      method: way.method,
      entry: entry.slug,
      hosts: JSON.stringify(plan.hosts),
      way: JSON.stringify(way),
      rules: JSON.stringify(allRules),
      nonce: randomBytes(16).toString("hex"),
      until: now + LINK_MS,
      now,
    };
    const row = await store.transact(function* (): Steps<ConnectionRow | undefined> {
      yield* lockedAccount(accountId); // Of those that are begun at once each counts the ones before it.
      const mine = yield* ask(queries.ofAccount, { accountId });
      const begun = joins ? mine.find((one) => isBegunFor(one, values)) : undefined;
      if (begun !== undefined) return begun;
      if (mine.length >= MAX_CONNECTIONS)
        throw new HubError("connection_not_allowed", `An account has at most ${MAX_CONNECTIONS} connections.`);
      const [inserted] = yield* ask(queries.insertConnection, values);
      return inserted;
    });
    without.delete(accountId); // Somebody may have looked meanwhile.
    return row;
  }

  function openOrNothing(connection: Connection): Secret | undefined {
    try {
      return service.secretOf(connection);
    } catch {
      return undefined; // It is ended all the same; nobody can revoke what nobody can open.
    }
  }
}

/** What a patch comes to on the row as it is. */
function changed(row: ConnectionRow, changes: Changes): Values {
  const { state, rules } = connectionOf(row);
  const { label = row.label, is_default: isDefault = row.is_default === 1, disabled } = changes;
  const enabled = state === "disabled" ? stateBefore(row) : state;
  return {
    label,
    rules: JSON.stringify({ ...rules, ...changes.rules }),
    isDefault: Number(isDefault),
    state: disabled === undefined ? state : disabled ? "disabled" : enabled,
  };
}

/** What was disabled, as far as the row tells. */
function stateBefore({ sealed, draft, link_until: linkUntil }: ConnectionRow): ConnectionState {
  if (sealed !== null) return "active";
  if (draft !== null) return "awaiting_confirmation";
  return linkUntil === null ? "disabled" : "pending";
}

/** Whether its link is open for the same hosts. */
function isBegunFor(row: ConnectionRow, { hosts, now }: { readonly hosts: string; readonly now: number }): boolean {
  return row.state === "pending" && row.hosts === hosts && row.link_nonce !== null && (row.link_until ?? 0) > now;
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
    throw isUniqueViolation(error) ? labelTaken() : error;
  }
}

function labelTaken(): HubError {
  return invalidInput("/label", "is the label of another connection");
}
