/** The pages whose script asks for what they show: with the key of their reader, or with the operator's token. */
import { connectionsBody } from "../../presenters/pages/connections.ts";
import { operatorBody } from "../../presenters/pages/operator.ts";
import { Type } from "../../runtime/actor.ts";
import type { Assets } from "./assets.ts";
import type { Mount } from "../http/mount.ts";

const Query = Type.Object({
  for: Type.Optional(Type.String({ description: "Slug of the entry to be connected; the page leads back to it." })),
});
const A_PAGE = { description: "A page.", type: "text/html" } as const;

interface ScriptPageDeps {
  readonly assets: Assets;
}

export function connectionsPage({ assets }: ScriptPageDeps, mount: Mount): void {
  mount(
    {
      id: "get_connections_page",
      method: "GET",
      path: "/connections",
      tag: "connections",
      summary: "The connections of a key as a page, and a way to make more.",
      query: Query,
      ok: A_PAGE,
      access: "open",
    },
    ({ set }) =>
      assets.answer(set, "connections", {
        title: "Connections",
        description: "Credentials that the hub adds to your calls, and that no agent sees.",
        body: connectionsBody(),
      }),
  );
}

export function operatorPage({ assets }: ScriptPageDeps, mount: Mount): void {
  mount(
    {
      id: "get_operator_page",
      method: "GET",
      path: "/operator",
      tag: "start",
      summary: "How the hub is and what it has earned, as a page for its operator.",
      ok: A_PAGE,
      access: "open",
    },
    ({ set }) =>
      assets.answer(set, "operator", {
        title: "Operator",
        description: "Health, requests, income and what waits for the operator of this hub.",
        body: operatorBody(),
      }),
  );
}
