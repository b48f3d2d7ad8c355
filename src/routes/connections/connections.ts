/** What an agent does with the connections of its account. What is in them it never sees. */
import { setTimeout as delay } from "node:timers/promises";
import { unknownApi } from "../../catalog/unknown-api.ts";
import { Type } from "@sinclair/typebox";
import type { Clients } from "../../connections/clients.ts";
import type { ConnectionService } from "../../connections/service.ts";
import type { Connection } from "../../connections/model.ts";
import type { Logins } from "../../connections/oauth/login.ts";
import type { ProbeConnection } from "../../connections/probe.ts";
import { connectionJson } from "../../presenters/connection.ts";
import { nameParameter } from "../../presenters/route.ts";
import {
  ConnectionDetail,
  ConnectionList,
  ConnectionTest,
  OneConnection,
} from "../../presenters/schemas/connections.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import {
  ConfirmationCode,
  ConnectionPatch,
  JUDGES,
  NewConnection,
  Reconnection,
  WaitQuery,
} from "./connection-forms.ts";
import type { Mount } from "../http/mount.ts";
import { CONNECTIONS_PATH, holderMount, type HolderMountDeps } from "./holder-mount.ts";
import { expectValidQuery, queryInput } from "../http/query.ts";

/** All that the paths of connections need. */
export interface ConnectionParts {
  readonly service: ConnectionService;
  readonly clients: Clients;
  readonly logins: Logins;
  readonly probe: ProbeConnection;
  /** Absolute, for a person. */
  readonly linkUrl: (token: string) => string;
}

export interface ConnectionRoutesDeps extends HolderMountDeps {
  readonly connections: ConnectionParts;
  readonly catalog: () => Catalog;
  /** Ends every wait. */
  readonly stopping: AbortSignal;
}

const LOOK_EVERY_MS = 250;

export function connectionRoutes(deps: ConnectionRoutesDeps, mount: Mount): void {
  const { service, logins, probe, linkUrl } = deps.connections;
  const { add, bodyOf } = holderMount(deps, mount);
  const one = nameParameter("id", "Id or label of a connection.");
  const example = { params: { id: "con_00000000000000000000000000000000" } };

  add(
    {
      id: "create_connection",
      method: "POST",
      path: CONNECTIONS_PATH,
      summary: "Begins a connection: a link that a person opens to give the credential.",
      body: NewConnection,
      ok: { status: 201, description: "The connection, with its link.", schema: OneConnection },
      statuses: [404, 424, 503],
      example: { body: { for: "github-com-api-github-com--issues-create" } },
    },
    async (accountId, { request, set }) => {
      const {
        for: slug,
        method,
        label,
        scopes,
        tenant,
        region,
        client,
        ...rules
      } = await bodyOf<NewConnection>(JUDGES.begin, request);
      const [entry, plan] = await Promise.all([deps.catalog().entry(slug), deps.catalog().access(slug)]);
      if (entry === undefined || plan === undefined) throw await unknownApi(deps.catalog(), slug);
      const begun = await service.begin(accountId, {
        entry,
        plan,
        method,
        label,
        scopes,
        tenant,
        region,
        client,
        rules,
      });
      set.status = 201;
      return answer(begun.method === "oauth2_client" ? await logins.activateClient(begun) : begun);
    },
  );
  add(
    {
      id: "list_connections",
      method: "GET",
      path: CONNECTIONS_PATH,
      summary: "The connections of this account.",
      ok: { description: "All that have not ended, the newest first.", schema: ConnectionList },
    },
    async (accountId) => ({
      connections: (await service.list(accountId)).map(shown),
      recommended_next_action: `POST ${CONNECTIONS_PATH} {"for": slug} connects another.`,
    }),
  );
  add(
    {
      id: "get_connection",
      method: "GET",
      path: `${CONNECTIONS_PATH}:id/`,
      summary: "One connection; with `wait` it answers once its person has done something.",
      params: one,
      query: WaitQuery,
      ok: { description: "The connection, its events and what it was used for.", schema: ConnectionDetail },
      statuses: [404],
      example,
    },
    async (accountId, { request, params }) => {
      const { wait = 0 } = expectValidQuery(JUDGES.wait(queryInput(WaitQuery, request.url))) as WaitQuery;
      const connection = await waited(accountId, params["id"] ?? "", wait, request.signal);
      const [events, uses] = await Promise.all([service.events(connection), service.uses(connection)]);
      return {
        ...answer(connection),
        events: events.map(({ type, at }) => ({ type, at: new Date(at).toISOString() })),
        uses: uses.map(({ day, entry, calls }) => ({ day, entry, calls })),
      };
    },
  );
  add(
    {
      id: "confirm_connection",
      method: "POST",
      path: `${CONNECTIONS_PATH}:id/confirm/`,
      summary: "Binds what a person has given, with the code that the page showed that person.",
      params: one,
      body: ConfirmationCode,
      ok: { description: "The connection works.", schema: OneConnection },
      statuses: [404, 424, 503],
      example: { ...example, body: { code: "K7QM-2XPA" } },
    },
    async (accountId, { request, params }) => {
      const { code } = await bodyOf<ConfirmationCode>(JUDGES.confirm, request);
      const { row } = await service.find(accountId, params["id"] ?? "");
      return answer(await service.confirm(accountId, row.id, code));
    },
  );
  add(
    {
      id: "reconnect",
      method: "POST",
      path: `${CONNECTIONS_PATH}:id/reconnect/`,
      summary: "A new link; the credential that is there serves until the new one is confirmed.",
      params: one,
      body: Reconnection,
      ok: { description: "The connection, with its link.", schema: OneConnection },
      statuses: [404, 424],
      example: { ...example, body: {} },
    },
    async (accountId, { request, params }) => {
      const { scopes } = await bodyOf<Reconnection>(JUDGES.again, request);
      const connection = await service.find(accountId, params["id"] ?? "");
      const again = await service.relink(connection, scopes);
      return answer(again.method === "oauth2_client" ? await logins.activateClient(again) : again);
    },
  );
  add(
    {
      id: "test_connection",
      method: "POST",
      path: `${CONNECTIONS_PATH}:id/test/`,
      summary: "Asks a harmless address whether the credential is good.",
      params: one,
      ok: { description: "What it answered.", schema: ConnectionTest },
      statuses: [404, 424, 502, 503, 504],
      example,
    },
    async (accountId, { request, params }) => {
      const connection = await service.find(accountId, params["id"] ?? "");
      const status = await probe(connection, request.signal);
      const ok = status !== null && status < 400;
      const next =
        status === null ? "No harmless address is known: call an entry of the host." : ok ? "Use it." : "Reconnect it.";
      return { id: connection.row.id, ok, status, recommended_next_action: next };
    },
  );
  add(
    {
      id: "change_connection",
      method: "PATCH",
      path: `${CONNECTIONS_PATH}:id/`,
      summary: "Changes what a connection is called, whether it is the default, and what it may be used for.",
      params: one,
      body: ConnectionPatch,
      ok: { description: "The connection as it is now.", schema: OneConnection },
      statuses: [404],
      example: { ...example, body: { get_only: true } },
    },
    async (accountId, { request, params }) => {
      const { label, is_default, disabled, ...rules } = await bodyOf<ConnectionPatch>(JUDGES.patch, request);
      const connection = await service.find(accountId, params["id"] ?? "");
      return answer(await service.patch(connection, { label, is_default, disabled, rules }));
    },
  );
  add(
    {
      id: "delete_connection",
      method: "DELETE",
      path: `${CONNECTIONS_PATH}:id/`,
      summary: "Ends a connection: its secrets are erased, and its tokens revoked where the authority takes that.",
      params: one,
      ok: { description: "It has ended.", schema: Type.Object({ id: Type.String(), state: Type.Literal("revoked") }) },
      statuses: [404],
      example,
    },
    async (accountId, { params }) => {
      const connection = await service.find(accountId, params["id"] ?? "");
      const secret = await service.erase(connection);
      await logins.revoke(connection, secret);
      return { id: connection.row.id, state: "revoked" };
    },
  );
  async function waited(accountId: string, id: string, seconds: number, signal: AbortSignal): Promise<Connection> {
    const first = await service.find(accountId, id);
    const end = deps.clock.now() + seconds * 1000;
    using over = linkedSignal(signal, deps.stopping);
    for (let now = first; ; now = await service.find(accountId, id)) {
      const isSame =
        now.state === first.state && now.row.draft === first.row.draft && now.row.version === first.row.version;
      if (!isSame || deps.clock.now() >= end || over.signal.aborted) return now;
      await delay(LOOK_EVERY_MS, undefined, over).catch(() => undefined);
    }
  }

  function shown(connection: Connection) {
    const token = service.linkOf(connection);
    return connectionJson(connection, { connectUrl: token === undefined ? undefined : linkUrl(token) });
  }

  function answer(connection: Connection) {
    return { ...shown(connection), recommended_next_action: nextFor(connection) };
  }

  function nextFor({ row, state, method }: Connection): string {
    if (row.draft !== null)
      return `POST ${CONNECTIONS_PATH}${row.id}/confirm/ with the code that the page showed your human.`;
    if (method === "oauth2_client" && (state === "pending" || state === "needs_reconnect"))
      return `POST ${CONNECTIONS_PATH}${row.id}/reconnect/, which gets its token.`;
    if (state === "pending") return "Ask your human to open connect_url and to tell you the code that it shows.";
    if (state === "needs_reconnect") return `POST ${CONNECTIONS_PATH}${row.id}/reconnect/ for a fresh link.`;
    return state === "disabled" ? "PATCH it with disabled: false." : `Call "${row.entry}" through its proxy_url.`;
  }
}
