/** What a call of an entry must bring, what the hub knows that from, and where a credential goes. */
import { type Static, Type } from "@sinclair/typebox";

/**
 * - `open`: nothing.
 * - `optional`: nothing, though a credential gives more.
 * - `connected`: a credential that the caller's account has given.
 * - `needs_connection`: a credential that the account can give.
 * - `needs_client`: a login by OAuth for which nobody has registered a client yet.
 * - `unsupported`: a signature, a session or a login that the hub does not make.
 * - `unknown`: nobody says.
 */
export const ACCESS_STATES = [
  "open",
  "optional",
  "connected",
  "needs_connection",
  "needs_client",
  "unsupported",
  "unknown",
] as const;
export type AccessState = (typeof ACCESS_STATES)[number];

export const ACCESS_METHODS = [
  "api_key",
  "basic",
  "bearer",
  "aws_sigv4",
  "oauth2_code",
  "oauth2_client",
  "oauth2_device",
] as const;
export type AccessMethod = (typeof ACCESS_METHODS)[number];

/** `stated` by the description, a `rule` of the hub's table, a `parameter` that is a credential, or `observed` in calls. */
export type AccessSource = "stated" | "rule" | "parameter" | "observed";

export interface Access {
  readonly state: AccessState;
  /** The ways to a credential, the easiest first; empty where none is needed or known. */
  readonly methods: readonly AccessMethod[];
  /** `null` where nothing is known. */
  readonly source: AccessSource | null;
}

export const UNKNOWN_ACCESS: Access = { state: "unknown", methods: [], source: null };

export function isOauth(method: AccessMethod): boolean {
  return method.startsWith("oauth2_");
}

export const HttpsUrl = Type.String({ pattern: "^https://[^\\s]+$", maxLength: 500 });
export const Name = Type.String({ minLength: 1, maxLength: 100 });

/** Where one secret goes. A text in `query` is a parameter, one in `body` a member of the JSON document. */
export const SecretPlace = Type.Object(
  {
    in: Type.Union([Type.Literal("header"), Type.Literal("query"), Type.Literal("body")]),
    name: Name,
    /** Before the secret, for example "Bearer ". */
    prefix: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
);
export type SecretPlace = Static<typeof SecretPlace>;

/** Loopback and intranets may do without https, where the operator allows the host: see `NET_ALLOW`. */
const Endpoint = Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 500 });

/** Who gives out tokens. What is absent is not offered. */
export const Authority = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9.-]{1,100}$" }),
    issuer: Type.Optional(Endpoint),
    authorize: Type.Optional(Endpoint),
    token: Endpoint,
    device: Type.Optional(Endpoint),
    revoke: Type.Optional(Endpoint),
    /** Left out, PKCE (RFC 7636) is used. */
    pkce: Type.Optional(Type.Boolean()),
    /** How the client shows who it is; left out, by HTTP Basic. */
    token_auth: Type.Optional(Type.Union([Type.Literal("basic"), Type.Literal("post"), Type.Literal("none")])),
    /** Between scopes; left out, a blank. */
    scope_separator: Type.Optional(Type.String({ minLength: 1, maxLength: 3 })),
    /** Scopes without which no refresh token is given. */
    offline_scopes: Type.Optional(Type.Array(Name)),
    /** What the page of the authority wants besides, for example `access_type=offline`. */
    authorize_params: Type.Optional(Type.Record(Name, Type.String())),
    /** Where a client is registered. */
    console_url: Type.Optional(HttpsUrl),
  },
  { additionalProperties: false },
);
export type Authority = Static<typeof Authority>;

/** One way to a credential. */
export interface CredentialWay {
  readonly method: AccessMethod;
  /** Of api keys: where each goes. */
  readonly placement: readonly SecretPlace[];
  /** Of OAuth. */
  readonly authority?: Authority;
  readonly scopes: readonly string[];
}

/** All that is known of how an operation is reached. */
export interface AccessPlan extends Access {
  readonly ways: readonly CredentialWay[];
  /** The hosts that a credential is for: names, with a port where it is not the usual one, or "*.example.com" for all below. */
  readonly hosts: readonly string[];
  /** Where a person makes the credential. */
  readonly consoleUrl?: string;
  /** A harmless GET that only a good credential is answered. */
  readonly probe?: string;
  /** Why the hub cannot call it. */
  readonly why?: string;
  /** Of Amazon's services: what their description calls the service in a signature. */
  readonly signingName?: string;
}
