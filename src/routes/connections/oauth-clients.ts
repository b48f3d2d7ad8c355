/** The OAuth clients that an account has registered at authorities. */
import type { Clients } from "../../connections/clients.ts";
import { authOf } from "../../connections/operator-clients.ts";
import { OauthClient } from "../../presenters/schemas/connections.ts";
import type { Mount } from "../http/mount.ts";
import { JUDGES, NewClient } from "./connection-forms.ts";
import { CONNECTIONS_PATH, holderMount, type HolderMountDeps } from "./holder-mount.ts";

export interface OauthClientRoutesDeps extends HolderMountDeps {
  readonly connections: { readonly clients: Clients };
}

export function oauthClientRoutes(deps: OauthClientRoutesDeps, mount: Mount): void {
  const { clients } = deps.connections;
  const { add, bodyOf } = holderMount(deps, mount);

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
      const {
        authority,
        client_id: clientId,
        client_secret: secret,
        token_auth,
      } = await bodyOf<NewClient>(JUDGES.client, request);
      const tokenAuth = authOf(clients, { authority, secret, stated: token_auth });
      await clients.keep(accountId, { authority, clientId, secret, tokenAuth });
      set.status = 201;
      return {
        authority,
        client_id: clientId,
        redirect_uri: clients.redirectUri(authority),
        recommended_next_action: `Register redirect_uri with the client, then POST ${CONNECTIONS_PATH}.`,
      };
    },
  );
}
