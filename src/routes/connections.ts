/** What an agent does with the connections of its account. What is in them it never sees. */
import { Type } from "@sinclair/typebox";
import type { AccessMethod } from "../runtime/access.ts";
import { ACCESS_METHODS } from "../runtime/access.ts";
import type { Clients } from "../connections/clients.ts";
import type { ConnectionService } from "../connections/service.ts";
import type { Connection } from "../connections/model.ts";
import { authOf } from "../connections/operator-clients.ts";
import type { Logins } from "../connections/oauth/login.ts";
import type { ProbeConnection } from "../connections/probe.ts";
import { connectionJson } from "../presenters/connection.ts";
import { nameParameter, type Route } from "../presenters/route.ts";
import {
  ConnectionDetail,
  ConnectionList,
  ConnectionTest,
  OauthClient,
  OneConnection,
} from "../presenters/schemas/connections.ts";
import type { Catalog } from "../runtime/catalog.ts";
import { HubError } from "../runtime/errors.ts";
import { inputValidator, OneOf } from "../runtime/schema.ts";
import { CLIENT } from "./admin-forms.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, expectValid } from "./body.ts";
import { answerHolder, type HolderDeps } from "./holder.ts";
import type { Mount, RouteContext } from "./mount.ts";
import { expectValidQuery, queryInput } from "./query.ts";

/** All that the paths of connections need. */
export interface ConnectionParts {
  readonly service: ConnectionService;
  readonly clients: Clients;
  readonly logins: Logins;
  readonly probe: ProbeConnection;
  /** Absolute, for a person. */
  readonly linkUrl: (token: string) => string;
}

export interface ConnectionRoutesDeps extends HolderDeps, BodyDeps {
  readonly connections: ConnectionParts;
  readonly catalog: () => Catalog;
}

const PATH = "/api/v1/agent/connections/";
const Label = Type.String({ minLength: 1, maxLength: 100, pattern: "^(?!con_|none$)\\S(?:.*\\S)?$" });
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 300, pattern: "^\\S+$" }), { maxItems: 100 });
const RULES = {
  get_only: Type.Optional(Type.Boolean({ description: "For GET and HEAD only." })),
  daily_cap: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1e9 }), Type.Null()])),
  entries: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }), Type.Null()])),
};

const NewConnection = Type.Object({
  for: Type.String({ minLength: 1, maxLength: 100, description: "Slug of an entry; its host is connected." }),
  method: Type.Optional(OneOf(ACCESS_METHODS)),
  label: Type.Optional(Label),
  scopes: Type.Optional(Scopes),
  tenant: Type.Optional(
    Type.String({ pattern: "^[A-Za-z0-9.-]{1,100}$", description: "Of Microsoft: the directory." }),
  ),
  region: Type.Optional(Type.String({ pattern: "^[a-z]{2}(?:-[a-z]{1,10}){1,3}-[0-9]$", description: "Of Amazon." })),
  client: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: "The id of the OAuth client, where there are several." }),
  ),
  ...RULES,
});
const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
const Again = Type.Object({ scopes: Type.Optional(Scopes) });
const Patch = Type.Object({
  label: Type.Optional(Label),
  is_default: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
  ...RULES,
});
const NewClient = Type.Object(CLIENT);
const Wait = Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })) });

const LOOK_EVERY_MS = 250;

export function connectionRoutes(deps: ConnectionRoutesDeps, mount: Mount): void {
  const { service, clients, logins, probe, linkUrl } = deps.connections;
  const judges = {
    begin: inputValidator(NewConnection),
    confirm: inputValidator(Code),
    again: inputValidator(Again),
    patch: inputValidator(Patch),
    client: inputValidator(NewClient),
    wait: inputValidator(Wait),
  };
  const one = nameParameter("id", "Id or label of a connection.");
  const example = { params: { id: "con_00000000000000000000000000000000" } };

  add(
    {
      id: "create_connection",
      method: "POST",
      path: PATH,
      summary: "Begins a connection: a link that a person opens to give the credential.",
      body: NewConnection,
      ok: { status: 201, description: "The connection, with its link.", schema: OneConnection },
      statuses: [404, 424, 503],
      example: { body: { for: "github-com--issues-create" } },
    },
    async (accountId, { request, set }) => {
      const body = expectValid(judges.begin, await deps.bodies.json(request, DEFAULT_BODY_BYTES)).value;
      const {
        for: slug,
        method,
        label,
        scopes,
        tenant,
        region,
        client,
        ...rules
      } = body as Record<string, never> & {
        for: string;
        method?: AccessMethod;
        label?: string;
        scopes?: string[];
        tenant?: string;
        region?: string;
        client?: string;
      }; // Judged.
      const [entry, plan] = await Promise.all([deps.catalog().entry(slug), deps.catalog().access(slug)]);
      if (entry === undefined || plan === undefined) throw new HubError("unknown_api", "No API has this slug.");
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
      path: PATH,
      summary: "The connections of this account.",
      ok: { description: "All that have not ended, the newest first.", schema: ConnectionList },
    },
    async (accountId) => ({
      connections: (await service.list(accountId)).map(shown),
      recommended_next_action: `POST ${PATH} {"for": slug} connects another.`,
    }),
  );
  add(
    {
      id: "get_connection",
      method: "GET",
      path: `${PATH}:id/`,
      summary: "One connection; with `wait` it answers once its person has done something.",
      params: one,
      query: Wait,
      ok: { description: "The connection, its events and what it was used for.", schema: ConnectionDetail },
      statuses: [404],
      example,
    },
    async (accountId, { request, params }) => {
      const { wait = 0 } = expectValidQuery(judges.wait(queryInput(Wait, request.url))) as { wait?: number };
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
      path: `${PATH}:id/confirm/`,
      summary: "Binds what a person has given, with the code that the page showed that person.",
      params: one,
      body: Code,
      ok: { description: "The connection works.", schema: OneConnection },
      statuses: [404, 424, 503],
      example: { ...example, body: { code: "K7QM-2XPA" } },
    },
    async (accountId, { request, params }) => {
      const { code } = expectValid(judges.confirm, await deps.bodies.json(request, DEFAULT_BODY_BYTES)).value;
      const { row } = await service.find(accountId, params["id"] ?? "");
      return answer(await service.confirm(accountId, row.id, String(code)));
    },
  );
  add(
    {
      id: "reconnect",
      method: "POST",
      path: `${PATH}:id/reconnect/`,
      summary: "A new link; the credential that is there serves until the new one is confirmed.",
      params: one,
      body: Again,
      ok: { description: "The connection, with its link.", schema: OneConnection },
      statuses: [404, 424],
      example: { ...example, body: {} },
    },
    async (accountId, { request, params }) => {
      const { scopes } = expectValid(judges.again, await deps.bodies.json(request, DEFAULT_BODY_BYTES)).value;
      const connection = await service.find(accountId, params["id"] ?? "");
      const again = await service.relink(connection, scopes as string[] | undefined); // Judged.
      return answer(again.method === "oauth2_client" ? await logins.activateClient(again) : again);
    },
  );
  add(
    {
      id: "test_connection",
      method: "POST",
      path: `${PATH}:id/test/`,
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
      path: `${PATH}:id/`,
      summary: "Changes what a connection is called, whether it is the default, and what it may be used for.",
      params: one,
      body: Patch,
      ok: { description: "The connection as it is now.", schema: OneConnection },
      statuses: [404],
      example: { ...example, body: { get_only: true } },
    },
    async (accountId, { request, params }) => {
      const body = expectValid(judges.patch, await deps.bodies.json(request, DEFAULT_BODY_BYTES)).value;
      const { label, is_default, disabled, ...rules } = body as {
        label?: string;
        is_default?: boolean;
        disabled?: boolean;
      }; // Judged.
      const connection = await service.find(accountId, params["id"] ?? "");
      return answer(await service.patch(connection, { label, is_default, disabled, rules }));
    },
  );
  add(
    {
      id: "delete_connection",
      method: "DELETE",
      path: `${PATH}:id/`,
      summary: "Ends a connection: its secrets are erased, and its tokens revoked where the authority takes that.",
      params: one,
      ok: { description: "It has ended.", schema: Type.Object({ id: Type.String(), state: Type.Literal("revoked") }) },
      statuses: [404],
      example,
    },
    async (accountId, { params }) => {
      const connection = await service.find(accountId, params["id"] ?? "");
      const secret = await service.erase(connection);
      if (secret?.kind === "tokens") await logins.revoke(connection, secret.refresh_token ?? secret.access_token);
      return { id: connection.row.id, state: "revoked" };
    },
  );
  add(
    {
      id: "put_oauth_client",
      method: "POST",
      path: "/api/v1/agent/oauth-clients/",
      summary: "Registers the client that this account has at an authority.",
      body: NewClient,
      ok: { status: 201, description: "The redirect address to register there.", schema: OauthClient },
      example: {
        body: { authority: "github", client_id: "Iv1.0123456789abcdef", client_secret: "the secret of your client" },
      },
    },
    async (accountId, { request, set }) => {
      const body = expectValid(judges.client, await deps.bodies.json(request, DEFAULT_BODY_BYTES)).value;
      const {
        authority,
        client_id: clientId,
        client_secret: secret,
        token_auth,
      } = body as {
        authority: string;
        client_id: string;
        client_secret?: string;
        token_auth?: "basic" | "post" | "none";
      }; // Judged.
      const tokenAuth = authOf(clients, { authority, secret, stated: token_auth });
      await clients.keep(accountId, { authority, clientId, secret, tokenAuth });
      set.status = 201;
      return {
        authority,
        client_id: clientId,
        redirect_uri: clients.redirectUri(authority),
        recommended_next_action: `Register redirect_uri with the client, then POST ${PATH}.`,
      };
    },
  );

  type Row = Pick<Route, "id" | "method" | "path" | "summary" | "ok"> & Partial<Route>;

  function add(row: Row, answered: (accountId: string, context: RouteContext) => Promise<object>): void {
    const { method, path, summary: description } = row;
    mount({ ...row, tag: "connections", access: "holder", statuses: [403, ...(row.statuses ?? [])] }, (context) => {
      const { request, params, set } = context;
      const endpoint = { method: method === "WS" ? "GET" : method, path, description, area: "connections" } as const;
      return answerHolder(deps, { request, set }, endpoint, (holder) => answered(holder.id, { request, params, set }));
    });
  }

  async function waited(accountId: string, id: string, seconds: number, signal: AbortSignal): Promise<Connection> {
    const first = await service.find(accountId, id);
    const end = deps.clock.now() + seconds * 1000;
    for (let now = first; ; now = await service.find(accountId, id)) {
      const isSame =
        now.state === first.state && now.row.draft === first.row.draft && now.row.version === first.row.version;
      if (!isSame || deps.clock.now() >= end || signal.aborted) return now;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  function shown(connection: Connection) {
    const token = service.linkOf(connection);
    return connectionJson(connection, { connectUrl: token === undefined ? undefined : linkUrl(token) });
  }

  function answer(connection: Connection) {
    return { ...shown(connection), recommended_next_action: nextFor(connection) };
  }

  function nextFor({ row, state }: Connection): string {
    if (row.draft !== null) return `POST ${PATH}${row.id}/confirm/ with the code that the page showed your human.`;
    if (state === "pending") return "Ask your human to open connect_url and to tell you the code that it shows.";
    if (state === "needs_reconnect") return `POST ${PATH}${row.id}/reconnect/ for a fresh link.`;
    return state === "disabled" ? "PATCH it with disabled: false." : `Call "${row.entry}" through its proxy_url.`;
  }
}
