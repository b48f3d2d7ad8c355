/** What a person has given by a link waits, sealed, until the agent brings the code that the person was shown. */
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { lockedAccount } from "../store/locked-account.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import type { NoteEvent } from "./events.ts";
import { reminderOf } from "./expiry.ts";
import { isSame, type Links, randomCode } from "./link.ts";
import { type Connection, connectionOf, ENDED, frozenWay, purposeOf, readStored } from "./model.ts";
import { hintOf } from "./place.ts";
import { byId, ofAccount } from "./queries/life.ts";
import * as queries from "./queries/links.ts";
import type { ConnectionRow } from "./queries/row.ts";
import { type ConnectionService, GivenSecret, LINK_MS, unknownConnection } from "./service.ts";
import type { Vault } from "./vault.ts";

export interface ConfirmationDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly links: Links;
  readonly clock: Clock;
  readonly event: NoteEvent;
}

export type Confirmation = Pick<ConnectionService, "give" | "confirm" | "activateNow">;

export function createConfirmation({ store, vault, links, clock, event }: ConfirmationDeps): Confirmation {
  return { give, confirm, activateNow };

  async function give({ row }: Connection, given: GivenSecret): Promise<string> {
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
  }

  async function confirm(accountId: string, id: string, code: string): Promise<Connection> {
    const [tried] = await store.ask(queries.takeTry, { id, accountId, now: clock.now() });
    if (tried === undefined) throw await nothingToConfirm(accountId, id);
    const digest = links.digest(code, id);
    if (!isSame(digest, tried.draft_code ?? ""))
      throw invalidInput(
        "/code",
        `is not the code that the page showed; ${queries.MAX_TRIES - tried.draft_tries} tries are left`,
      );
    const draft = vault.open(tried.draft ?? "", draftPurpose(tried, digest), earlierDraftPurpose(tried, digest));
    return activate(id, digest, readStored(GivenSecret, draft));
  }

  async function activateNow(connection: Connection, given: GivenSecret): Promise<Connection> {
    const code = await give(connection, given);
    return confirm(connection.row.account_id, connection.row.id, code);
  }

  async function activate(id: string, digest: string, given: GivenSecret): Promise<Connection> {
    for (;;) {
      const [row] = await store.ask(byId, { id });
      if (row === undefined) throw unknownConnection();
      const sealed = vault.seal(JSON.stringify(given.secret), purposeOf(row, row.version + 1));
      const { account_id: accountId, hosts } = row;
      const wasBroken = row.state === "needs_reconnect";
      const fresh = await store.transact(function* (): Steps<ConnectionRow | undefined> {
        yield* lockedAccount(accountId); // Of those that are confirmed at once one becomes the default.
        const mine = yield* ask(ofAccount, { accountId });
        const own = mine.find((one) => one.id === id);
        const isCovered = mine.some(
          (one) => one !== own && one.hosts === hosts && (one.is_default === 1 || one.sealed !== null),
        );
        const [activated] = yield* ask(queries.activate, {
          id,
          code: digest,
          version: row.version,
          sealed: sealed.text,
          keyId: sealed.keyId,
          hint: hintOf(given.secret),
          expiresAt: given.expires_at,
          endsAt: given.ends_at ?? null,
          remindAt: reminderOf(given.ends_at, clock.now()),
          scopes: given.scopes === null ? null : JSON.stringify(given.scopes),
          isDefault: Number(own?.is_default === 1 || !isCovered),
        });
        if (activated !== undefined) yield* event(activated, wasBroken ? "recovered" : "active");
        return activated;
      });
      if (fresh !== undefined) return connectionOf(fresh);
      // A refresh has come between; else somebody else has confirmed it.
      const [now] = await store.ask(byId, { id });
      if (now?.draft_code !== digest || ENDED.has(now.state)) throw unknownConnection();
    }
  }

  async function nothingToConfirm(accountId: string, id: string): Promise<HubError> {
    const mine = await store.ask(ofAccount, { accountId });
    if (!mine.some((row) => row.id === id)) return unknownConnection();
    return new HubError(
      "connection_pending",
      "Nothing waits to be confirmed: the link was not used, or its time is up.",
    );
  }
}

function draftPurpose(row: ConnectionRow, digest: string): string[] {
  return [...earlierDraftPurpose(row, digest), frozenWay(row)];
}

function earlierDraftPurpose({ account_id: account, id, hosts }: ConnectionRow, digest: string): string[] {
  return ["draft", account, id, hosts, digest];
}
