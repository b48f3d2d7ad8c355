/** The connections as this hub keeps them: vault, links, logins, and what the proxy asks for its calls. */
import { accountNames } from "../../connections/account-name.ts";
import { note as noteAudit } from "../../accounts/audit.ts";
import { createClients, OPERATOR } from "../../connections/clients.ts";
import { createConnections } from "../../connections/connections.ts";
import { connectionsForCalls } from "../../connections/for-call.ts";
import { createLinks } from "../../connections/link.ts";
import { createExchange } from "../../connections/oauth/exchange.ts";
import { authorityFetch } from "../../connections/oauth/fetch.ts";
import { createLogins } from "../../connections/oauth/login.ts";
import { createTokens } from "../../connections/oauth/tokens.ts";
import { createOperatorClients, type OperatorClients } from "../../connections/operator-clients.ts";
import { createOperatorConnections, type OperatorConnections } from "../../connections/operator-connections.ts";
import type { PlainFetch } from "../../connections/plain-fetch.ts";
import { createProbe } from "../../connections/probe.ts";
import { createWebhooks } from "../../connections/webhooks.ts";
import { createVault } from "../../connections/vault.ts";
import { createFetch } from "../../net/fetch.ts";
import { createPost } from "../../net/post.ts";
import type { ConnectionParts } from "../../routes/connections/connections.ts";
import type { ConnectRoutesDeps } from "../../routes/connections/connect.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import type { Connections } from "../../runtime/ports/connections.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Secrets } from "../../store/hub/hub-key.ts";
import type { Store } from "../../store/store.ts";
import type { Config } from "../settings/config.ts";
import type { Job } from "../jobs/jobs.ts";
import { guardOf, userAgentOf } from "../actors/registry.ts";

export interface ConnectionDeps {
  readonly store: Store;
  readonly secrets: Secrets;
  /** Known to no reader of the store. */
  readonly hubKey: string;
  readonly clock: Clock;
  readonly hubUrl: () => string;
  readonly catalog: () => Catalog;
  /** Ends every wait; a command, which lives no longer than its one call, has none. */
  readonly stop?: AbortSignal;
}

export interface OpenConnections {
  readonly operatorClients: OperatorClients;
  readonly operatorConnections: OperatorConnections;
  readonly parts: ConnectionParts & ConnectRoutesDeps["connections"];
  readonly forCalls: Connections;
  readonly jobs: readonly Job[];
  /** Once nothing is in hand that the store must still take. */
  readonly settled: () => Promise<void>;
}

const TIDY_MS = 60_000;
const TELL_MS = 2_000;
const AUTHORITY_LIMITS = { maxRedirects: 0, maxBytes: 64 * 1024, totalMs: 10_000 };

export function openConnections(
  config: Pick<
    Config,
    "HOST" | "PORT" | "HUB_PUBLIC_URL" | "NET_ALLOW" | "TRACE_TO" | "HUB_WEBHOOK_URL" | "HUB_WEBHOOK_SECRET"
  >,
  { store, secrets, hubKey, clock, hubUrl, catalog, stop = new AbortController().signal }: ConnectionDeps,
): OpenConnections {
  const guard = { userAgent: userAgentOf(config), ...guardOf(config, clock) };
  const fetch = createFetch({ ...guard, limits: AUTHORITY_LIMITS });
  const send: PlainFetch = (url, request) => fetch(url, request);
  const vault = createVault(secrets);
  const links = createLinks(hubKey);
  const clients = createClients({ store, vault, clock, hubUrl });
  const { HUB_WEBHOOK_URL: url, HUB_WEBHOOK_SECRET: secret } = config;
  const webhook = url === undefined || secret === undefined ? undefined : { url, secret };
  const tellsEvents = webhook !== undefined;
  const service = createConnections({ store, vault, links, clients, clock, tellsEvents });
  const exchange = createExchange(authorityFetch(send, config.NET_ALLOW), clock);
  const oauth = { store, vault, clock, service, clients, exchange };
  const tokens = createTokens({ ...oauth, tellsEvents, stop });
  const logins = createLogins(oauth);
  const linkUrl = (token: string): string => `${hubUrl()}/connect/${token}`;
  const note = (action: string, reason: string) =>
    Promise.resolve(store.transact(() => noteAudit(action, OPERATOR, reason, clock.now())));
  return {
    operatorClients: createOperatorClients({ clients, note }),
    operatorConnections: createOperatorConnections({ store, service, revoke: logins.revoke, note }),
    parts: {
      service,
      clients,
      logins,
      linkUrl,
      accountName: accountNames(store),
      probe: createProbe({ service, tokens, fetch: send }),
    },
    forCalls: connectionsForCalls({
      service,
      tokens,
      clock,
      linkUrl,
      allow: config.NET_ALLOW,
      planOf: async (slug) => catalog().access(slug),
    }),
    settled: tokens.settled,
    jobs: [
      { complaint: "Cannot tidy connections", everyMs: TIDY_MS, run: () => service.tidy(), isLeaders: true },
      {
        complaint: "Cannot refresh unused tokens",
        everyMs: TIDY_MS,
        run: () => tokens.refreshUnused(),
        isLeaders: true,
      },
      ...(webhook === undefined
        ? []
        : [
            {
              complaint: "Cannot tell of connection events",
              everyMs: TELL_MS,
              run: createWebhooks({ store, clock, post: createPost(guard), ...webhook }),
              isLeaders: true,
            },
          ]),
    ],
  };
}
