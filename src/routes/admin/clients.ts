/** The OAuth clients that the operator has registered at authorities for everybody. Their secrets go in and never out. */
import type { OperatorClients } from "../../connections/operator-clients.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, LISTED, OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

export interface AdminClientsDeps {
  readonly operatorClients: OperatorClients;
}

export function adminClients(
  { operatorClients }: AdminClientsDeps,
  { list, act }: OperatorHandlers,
  mount: Mount,
): void {
  const path = `${OPERATOR_PATH}/oauth-clients/`;
  const reason = "Registered for everybody.";
  const { query: _, ...row } = LISTED;
  mount(
    {
      ...row,
      id: "list_operator_oauth_clients",
      path,
      summary: "The OAuth clients that the operator has registered for everybody.",
      ok: { description: "All of them, without their secrets.", schema: answers.OauthClients },
    },
    list(async () => ({ oauth_clients: await operatorClients.list() })),
  );
  mount(
    {
      ...DONE,
      id: "put_operator_oauth_client",
      path,
      summary: "Registers the OAuth client that the operator has at an authority, in place of the one before.",
      body: forms.ClientBody,
      ok: { description: "The redirect address to register there.", schema: answers.OauthClient },
      example: {
        body: { authority: "github", client_id: "Iv1.0123456789abcdef", client_secret: "its secret", reason },
      },
    },
    act(forms.client, (client) => operatorClients.put(client)),
  );
  mount(
    {
      ...DONE,
      id: "remove_operator_oauth_client",
      path: `${path}:authority/remove/`,
      summary: "Forgets a client: what was connected by it has to be connected again once its token ends.",
      params: nameParameter("authority", "Id of the authority."),
      body: forms.ReasonBody,
      ok: { description: "It is forgotten.", schema: answers.RemovedClient },
      example: { params: { authority: "github" }, body: { reason } },
    },
    act(forms.reason, async ({ reason: why }, { params: { authority = "" } }) => {
      await operatorClients.remove(authority, why);
      return { authority, status: "removed" };
    }),
  );
}
