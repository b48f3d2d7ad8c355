/** What the paths of connections take. */
import { type Static, Type } from "@sinclair/typebox";
import { ACCESS_METHODS } from "../../runtime/access.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { CLIENT } from "../admin/forms.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

const Label = Type.String({ minLength: 1, maxLength: 100, pattern: "^(?!con_|none$)\\S(?:.*\\S)?$" });
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 300, pattern: "^\\S+$" }), { maxItems: 100 });
const RULES = {
  get_only: Type.Optional(
    Type.Boolean({ description: "For GET and HEAD only, and for no action that changes something." }),
  ),
  daily_cap: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1e9 }), Type.Null()])),
  entries: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }), Type.Null()])),
};

export const NewConnection = Type.Object({
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
export type NewConnection = Static<typeof NewConnection>;
export const ConfirmationCode = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
export type ConfirmationCode = Static<typeof ConfirmationCode>;
export const Reconnection = Type.Object({ scopes: Type.Optional(Scopes) });
export type Reconnection = Static<typeof Reconnection>;
export const ConnectionPatch = Type.Object({
  label: Type.Optional(Label),
  is_default: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
  ...RULES,
});
export type ConnectionPatch = Static<typeof ConnectionPatch>;
export const NewClient = Type.Object(CLIENT);
export type NewClient = Static<typeof NewClient>;
export const WaitQuery = Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })) });
export type WaitQuery = Static<typeof WaitQuery>;

export const JUDGES = {
  begin: inputValidator(NewConnection),
  confirm: inputValidator(ConfirmationCode),
  again: inputValidator(Reconnection),
  patch: inputValidator(ConnectionPatch),
  client: inputValidator(NewClient),
  wait: inputValidator(WaitQuery),
};
