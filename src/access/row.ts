/** A row of the table of providers: what calls of these hosts must bring. Operators write rows of their own as JSON. */
import { type Static, Type } from "@sinclair/typebox";
import { ACCESS_METHODS, Authority, HttpsUrl, Name, SecretPlace } from "../runtime/access.ts";

/** "graph.example.com", with a port where it is not the usual one, or "*.example.com" for all below it. */
const HostPattern = Type.String({
  pattern: "^(?:\\*\\.)?[a-z0-9_-]+(?:\\.[a-z0-9_-]+)+(?::\\d{1,5})?$",
  maxLength: 253,
});
export const AccessRow = Type.Object(
  {
    hosts: Type.Array(HostPattern, { minItems: 1 }),
    /** Empty: nothing is needed, unless `unsupported` says why nothing helps. */
    methods: Type.Array(Type.Union(ACCESS_METHODS.map((method) => Type.Literal(method)))),
    /** Of api keys: each takes one secret. Left out for the methods that have one place. */
    placement: Type.Optional(Type.Array(SecretPlace, { maxItems: 8 })),
    /** Of OAuth: one of the shipped authorities by its id, or one in full. */
    authority: Type.Optional(Type.Union([Type.String(), Authority])),
    scopes: Type.Optional(Type.Array(Name)),
    /** Whether calls do without: none of them, those that read, or all. */
    optional: Type.Optional(Type.Union([Type.Literal("none"), Type.Literal("reads"), Type.Literal("all")])),
    /** Why the hub cannot call it: a signature or a session of the provider's own. */
    unsupported: Type.Optional(Type.String({ maxLength: 200 })),
    /** A harmless GET that only a good credential is answered, as an absolute address. */
    probe: Type.Optional(HttpsUrl),
    /** Where a person makes the credential. */
    console_url: Type.Optional(HttpsUrl),
  },
  { additionalProperties: false },
);
export type AccessRow = Static<typeof AccessRow>;
