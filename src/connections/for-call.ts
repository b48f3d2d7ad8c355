/** Which connection a call of an upstream uses, and why it cannot be made without one: said before anything is charged. */
import { isCredential } from "../access/credential-parameter.ts";
import { matchesHost } from "../access/table.ts";
import { type AccessPlan, isOauth } from "../runtime/access.ts";
import type { Entry } from "../runtime/catalog.ts";
import { dayOf } from "../runtime/day.ts";
import { onlyReads } from "../runtime/entries/only-reads.ts";
import { HubError } from "../runtime/errors.ts";
import type { Holder } from "../runtime/ports/accounts.ts";
import type { ConnectionAsk, Connections, OpenConnection } from "../runtime/ports/connections.ts";
import type { Clock } from "../runtime/world.ts";
import { type Connection, type ConnectionState, WORKING_STATES } from "./model.ts";
import { place, secretTexts } from "./place.ts";
import { MAX_TRIES } from "./queries/links.ts";
import type { ConnectionService } from "./service.ts";
import { signAws } from "./sign-aws.ts";

/** Keeps the tokens of logins fresh. */
export interface Tokens {
  /**
   * The connection with a token that lasts; `mustBeNew` where the present one was refused. Who waits for another process's
   * refresh waits until `signal`, or the end of the hub.
   * @throws {HubError} `refresh_backoff`; `connection_expired` where only its person can mend it.
   */
  fresh(connection: Connection, mustBeNew: boolean, signal?: AbortSignal): Promise<Connection>;
}

export interface ForCallDeps {
  readonly service: ConnectionService;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly planOf: (slug: string) => Promise<AccessPlan | undefined>;
  /** Absolute, for a person. */
  readonly linkUrl: (token: string) => string;
  /** `host:port` that may be reached although it is not https: tests, intranets. */
  readonly allow: ReadonlySet<string>;
}

/** Works for calls of this kind. */
const USABLE: ReadonlySet<ConnectionState> = new Set([...WORKING_STATES, "needs_reconnect"]);

export function connectionsForCalls(deps: ForCallDeps): Connections {
  const { service, tokens, clock, planOf, allow } = deps;

  return {
    async forCall(holder, ask) {
      const { entry, wish } = ask;
      if (wish === "none" || (wish === undefined && !mayNeed(entry))) return undefined;
      const mine = await (wish === undefined ? service.forUse(holder.id) : service.list(holder.id));
      const host = mine.length === 0 ? "" : (URL.parse(entry.baseUrl)?.host ?? "");
      const chosen = wish === undefined ? await byHost(mine, host, holder, ask) : named(mine, wish, host);
      if (chosen === undefined) return undefined;
      const usable = await usableFor(entry, chosen);
      if (ask.isDry) return opened(usable, entry);
      return opened(isOauth(usable.method) ? await tokens.fresh(usable, false) : usable, entry);
    },
  };

  async function byHost(
    mine: readonly Connection[],
    host: string,
    holder: Pick<Holder, "id">,
    ask: ConnectionAsk,
  ): Promise<Connection | undefined> {
    const own = mine.filter(({ hosts }) => matchesHost(hosts, host));
    const usable = own.filter(({ state }) => USABLE.has(state));
    const [only, ...others] = usable.length > 1 ? usable.filter(({ row }) => row.is_default === 1) : usable;
    if (only !== undefined && others.length === 0) return only;
    if (usable.length > 1) throw severalOf(usable);
    if (ask.isDry || !isNeeded(ask.entry) || (await bringsOwn(ask))) return undefined;
    throw await requiredFor(holder, ask.entry, own);
  }

  /** Whether a value of the call stands where the credential would. */
  async function bringsOwn({ entry, given }: ConnectionAsk): Promise<boolean> {
    if ([...given].some(isCredential)) return true;
    const plan = await planOf(entry.slug);
    const names = plan?.ways.flatMap(({ placement }) => placement.map(({ name }) => name.toLowerCase())) ?? [];
    return names.some((name) => given.has(name));
  }

  async function requiredFor(holder: Pick<Holder, "id">, entry: Entry, own: readonly Connection[]): Promise<HubError> {
    const waiting = own.find((one) => one.state === "awaiting_confirmation" && canBeConfirmed(one.row, clock.now()));
    if (waiting !== undefined) return unconfirmed(waiting);
    const plan = await planOf(entry.slug);
    if (plan === undefined) return new HubError("unknown_api", "No API has this slug.");
    const open = own.find((one) => one.state === "pending" && service.linkOf(one) !== undefined);
    const pending = open ?? (await service.begin(holder.id, { entry, plan, joins: true }));
    return withLink("connection_required", `"${entry.slug}" needs a credential that you have not connected.`, pending);
  }

  function withLink(
    code: "connection_required" | "connection_expired",
    message: string,
    connection: Connection,
  ): HubError {
    const { row, method } = connection;
    if (method === "oauth2_client")
      return new HubError(code, message, {
        facts: { connect: { connection_id: row.id } },
        nextActions: [
          `POST /api/v1/agent/connections/${row.id}/reconnect/ gets its token, for which nobody is needed.`,
          "Then repeat the request.",
        ],
      });
    const url = deps.linkUrl(service.linkOf(connection) ?? "");
    return new HubError(code, message, {
      facts: {
        connect: {
          connection_id: row.id,
          connect_url: url,
          expires_at: new Date(row.link_until ?? clock.now()).toISOString(),
        },
      },
      nextActions: [
        `Ask your human to open ${url} and to tell you the code that it shows.`,
        `POST /api/v1/agent/connections/${row.id}/confirm/ with that code, then repeat the request.`,
      ],
    });
  }

  function named(mine: readonly Connection[], wish: string, host: string): Connection {
    const found = mine.find(({ row }) => row.id === wish || row.label === wish);
    if (found === undefined) throw new HubError("unknown_connection", "No connection of yours has this id or label.");
    if (matchesHost(found.hosts, host)) return found;
    throw new HubError("credential_not_for_host", "The connection that you name is for other hosts than this one.");
  }

  /** @throws {HubError} why a call of the entry cannot carry it. */
  async function usableFor(entry: Entry, connection: Connection): Promise<Connection> {
    const { state, row, rules } = connection;
    if (state === "pending" || state === "awaiting_confirmation")
      throw new HubError("connection_pending", `The connection "${row.label}" waits for its human.`, {
        facts: { connect: { connection_id: row.id } },
      });
    if (state === "needs_reconnect") {
      const linked = await service.linked(connection);
      if (linked.state !== state) return usableFor(entry, linked); // It was connected again in this moment.
      if (linked.row.draft !== null) throw unconfirmed(linked);
      throw withLink("connection_expired", `The connection "${row.label}" has to be connected again.`, linked);
    }
    if (state === "disabled") throw notAllowed("is disabled");
    const { protocol, host } = new URL(entry.baseUrl);
    const isAllowed = allow.has(host);
    if (protocol !== "https:" && !isAllowed)
      throw new HubError(
        "insecure_upstream",
        "A credential is sent by https only, and the address of this operation is http.",
      );
    if (rules.get_only && !onlyReads(entry)) throw notAllowed("is for reading only");
    if (rules.entries !== null && !rules.entries.includes(entry.slug)) throw notAllowed("is not for this entry");
    const isToday = row.used_day === dayOf(clock.now());
    if (rules.daily_cap !== null && isToday && row.used >= rules.daily_cap) throw usedUp();
    return connection;
  }

  function opened(connection: Connection, entry: Entry, isSecond = false): OpenConnection {
    const { row, way, hosts } = connection;
    const secret = service.secretOf(connection);
    const secrets = secretTexts(secret);
    return {
      id: row.id,
      label: row.label,
      mayGoTo: (host) => matchesHost(hosts, host),
      placed: place(secret, way),
      ...(way.region !== undefined && { server: { region: way.region } }),
      ...(secret.kind === "aws" && {
        async sign(request) {
          const signed = await signAws(request, secret, { signingName: way.signingName, now: clock.now() });
          secrets.push(signed["authorization"] ?? ""); // Good for some minutes, so an answer may not repeat it either.
          return signed;
        },
      }),
      secrets,
      async use() {
        if (!(await service.use(connection, entry.slug))) throw usedUp();
      },
      async heard({ status, challenge }, signal) {
        if (status >= 200 && status < 300) {
          // Once a minute is often enough to know that it works. The call has been carried out: its caller must be told.
          if (clock.now() - (row.last_ok_at ?? 0) > 60_000) await service.wentWell(connection).catch(() => undefined);
          return undefined;
        }
        if (status === 403 && /\binsufficient_scope\b/i.test(challenge ?? ""))
          throw new HubError(
            "scope_missing",
            "The upstream says that the connection lacks a scope for this operation.",
            {
              facts: { connect: { connection_id: row.id } },
            },
          );
        if (status !== 401 || !isOauth(connection.method)) return undefined;
        if (!isSecond) return opened(await tokens.fresh(connection, true, signal), entry, true);
        await service.mark(connection, "needs_reconnect", "The upstream refused a fresh token.");
        return undefined;
      },
    };
  }
}

/** Entries of which nobody says what they need may belong to a host that is connected. */
function mayNeed({ access }: Entry): boolean {
  return access.state !== "open" && access.state !== "unsupported";
}

function isNeeded({ access }: Entry): boolean {
  return access.state === "needs_connection" || access.state === "needs_client";
}

function severalOf(connections: readonly Connection[]): HubError {
  const choices = connections.map(({ row, method }) => ({ id: row.id, label: row.label, method }));
  return new HubError("connection_choice", `${connections.length} connections of yours are for this host.`, {
    facts: { choices },
    nextActions: [
      "Name one of `choices` in `connection`.",
      "PATCH /api/v1/agent/connections/{id}/ with is_default makes one the default.",
    ],
  });
}

/** Whether there is time left, and a try. */
function canBeConfirmed({ link_until: until, draft_tries: tries }: Connection["row"], now: number): boolean {
  return (until ?? 0) > now && tries < MAX_TRIES;
}

function unconfirmed({ row }: Connection): HubError {
  return new HubError("connection_pending", `The connection "${row.label}" waits to be confirmed.`, {
    facts: { connect: { connection_id: row.id } },
    nextActions: [`POST /api/v1/agent/connections/${row.id}/confirm/ with the code that the page showed your human.`],
  });
}

function notAllowed(why: string): HubError {
  return new HubError("connection_not_allowed", `The connection ${why}.`);
}

function usedUp(): HubError {
  return new HubError("connection_not_allowed", "The daily calls of this connection are used up.");
}
