/** What a proxy call takes: judged in shape here, and by the operation's own description when the request is built. */
import { type Static, Type, withDefault } from "../runtime/actor.ts";
import { inputValidator, type Validation } from "../runtime/schema.ts";
import type { Issue } from "../runtime/errors.ts";
import { SealedCredentials, type KeyedDigest } from "./credentials.ts";
import { escapeToken } from "./request/schema.ts";
import { isWellFormed } from "./request/styles.ts";

export const MAX_TIMEOUT_MS = 30_000;

/** No operation has as many schemes. */
const MAX_KEYS = 20;
/** Nor has any as many parameters. */
const MAX_VALUES = 1_000;
const Values = Type.Record(Type.String(), Type.Unknown(), { maxProperties: MAX_VALUES });
const Secret = Type.String({ minLength: 1, maxLength: 8000 });

/** The pattern for any name matches none with a line break, which no scheme has: its value would not be judged. */
const Keys = Type.Record(Type.String(), Secret, { maxProperties: MAX_KEYS, additionalProperties: false });

const CredentialsInput = Type.Object(
  {
    api_key: Type.Optional(
      Type.Union([Secret, Keys], {
        description: "One key, or keys by the names of their schemes.",
      }),
    ),
    bearer: Type.Optional(Secret),
    basic: Type.Optional(
      Type.Object({ username: Type.String({ maxLength: 1000 }), password: Type.String({ maxLength: 1000 }) }),
    ),
  },
  { additionalProperties: false, description: "For the upstream only: used once and never kept." },
);

export const CallInput = Type.Object({
  params: Type.Optional({ ...Values, description: "Path, query and header parameters by their OpenAPI names." }),
  query: Type.Optional({ ...Values, description: "Query parameters, those the description does not name among them." }),
  headers: Type.Optional({ ...Values, description: "accept, accept-language, content-type and declared headers." }),
  body: Type.Optional(Type.Unknown({ description: "The request body as JSON; files as base64." })),
  server: Type.Optional({ ...Values, description: "Choices among the variables of the server's address." }),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "With a category: what to do." }),
  ),
  credentials: Type.Optional(CredentialsInput),
  connection: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id or label of a connection of yours; left out, the default one of the host; "none" for none.',
    }),
  ),
  timeout_ms: withDefault(Type.Integer({ minimum: 1, maximum: MAX_TIMEOUT_MS }), MAX_TIMEOUT_MS),
  dry_run: withDefault(Type.Boolean({ description: "Show the request instead of sending it." }), false),
});

export type CallInput = Omit<Static<typeof CallInput>, "credentials"> & { readonly credentials?: SealedCredentials };

/** Judges the shape, and seals the credentials before any stage can see them. */
export function callValidator(seal: KeyedDigest): (input: unknown) => Validation {
  const judge = inputValidator(CallInput);
  return (input) => {
    const validation = judge(input);
    if (!validation.ok || validation.value.credentials === undefined) return validation;
    if (validation.value.connection !== undefined)
      return {
        ok: false,
        issues: [{ pointer: "/connection", detail: "is given beside `credentials`: send one of them" }],
      };
    const { credentials } = validation.value;
    const issues = brokenTexts(credentials, "/credentials");
    if (issues.length > 0) return { ok: false, issues };
    const { api_key: apiKey, bearer, basic } = credentials;
    const given = {
      ...(apiKey !== undefined && { apiKey }),
      ...(bearer !== undefined && { bearer }),
      ...(basic && { basic }),
    };
    return { ...validation, value: { ...validation.value, credentials: new SealedCredentials(given, seal) } };
  };
}

/** No header, address or base64 holds half a character. */
function brokenTexts(given: object, pointer: string): Issue[] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const place = `${pointer}/${escapeToken(name)}`;
    if (typeof value === "object" && value !== null) return brokenTexts(value, place);
    return isWellFormed([name, value]) ? [] : [{ pointer: place, detail: "must be well-formed text" }];
  });
}
