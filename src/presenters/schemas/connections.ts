/** What the paths of connections answer. */
import { Type } from "@sinclair/typebox";
import { ACCESS_METHODS } from "../../runtime/access.ts";
import { CONNECTION_STATES } from "../../connections/model.ts";
import { Anything, Moment, NextAction, orNull } from "./common.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

const CONNECTION = {
  id: Type.String(),
  label: Type.String(),
  authority: Type.String({ description: "Who gives the credential." }),
  method: OneOf(ACCESS_METHODS),
  state: OneOf(CONNECTION_STATES),
  reason: orNull(Type.String()),
  for: Type.String({ description: "Slug of the entry it was asked for." }),
  hosts: Type.Array(Type.String({ description: "The only ones that ever get the credential." })),
  scopes: Type.Array(Type.String()),
  region: Type.Optional(Type.String()),
  scopes_granted: orNull(Type.Array(Type.String())),
  get_only: Type.Boolean(),
  daily_cap: orNull(Type.Integer()),
  entries: orNull(Type.Array(Type.String())),
  account_hint: orNull(Type.String()),
  secret_hint: orNull(Type.String({ description: "The last four characters of a long key." })),
  is_default: Type.Boolean(),
  waits_for_code: Type.Boolean({
    description: "A person has given it; the code that the page showed is still to come.",
  }),
  connect_url: Type.Optional(Type.String({ description: "To be opened by your human." })),
  link_expires_at: Type.Optional(orNull(Moment)),
  created_at: orNull(Moment),
  expires_at: orNull(Moment),
  ends_at: orNull(Moment),
  last_used_at: orNull(Moment),
  last_ok_at: orNull(Moment),
};

export const OneConnection = Type.Object({ ...CONNECTION, recommended_next_action: NextAction }, { $id: "Connection" });

export const ConnectionDetail = Type.Object({
  ...CONNECTION,
  events: Type.Array(Anything),
  uses: Type.Array(Anything),
  recommended_next_action: NextAction,
});

export const ConnectionList = Type.Object({
  connections: Type.Array(Type.Object(CONNECTION)),
  recommended_next_action: NextAction,
});

export const OauthClient = Type.Object(
  {
    authority: Type.String(),
    client_id: Type.String(),
    redirect_uri: Type.String(),
    recommended_next_action: NextAction,
  },
  { $id: "OauthClient" },
);

export const ConnectionTest = Type.Object({
  id: Type.String(),
  ok: Type.Boolean(),
  status: orNull(Type.Integer()),
  recommended_next_action: NextAction,
});
