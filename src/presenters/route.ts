/**
 * A path of the hub as a row: what it takes, what it answers and who may ask. `Allow`, the OpenAPI document, the
 * reference page, the discovery documents and the fuzz are made of these rows, so that none of them can drift.
 */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { HeaderName, RequestHeaderName } from "./headers.ts";
import type { Operation } from "../runtime/run/operation.ts";

/** What rows are grouped by, and how a reader is told of the group. */
export const TAGS = {
  start: "How to begin, and how the hub is.",
  catalogue: "Find an API operation among those of the catalogue.",
  actors: "Ready-made tools of this hub, run by their slug.",
  proxy: "Call any operation of the catalogue.",
  tools: "Tools made from plain words.",
  runs: "Runs that are done later.",
  connections: "Credentials that a person has given for APIs, and that no agent ever sees.",
  accounts: "Keys, tiers, orders and usage.",
  payment: "Prove and check payments (x402).",
  discovery: "What is for sale here, for programs.",
  operator: "Accounts, orders and payments, for the hub's operator.",
  sandbox: "The play-money ledger, served while no wallet is configured.",
} as const;
export type Tag = keyof typeof TAGS;

/**
 * "open": anybody. "sold": by the call, with a key or a payment. "run": what policy charges for is sold, the rest is
 * open. "holder": whoever has a key, free. "operator": with the operator's token. "sandbox": anybody, on play money.
 */
export type RouteAccess = "open" | "sold" | "run" | "holder" | "operator" | "sandbox";

/** One answer that is no error. */
export interface RouteAnswer {
  /** Left out, 200. */
  readonly status?: number;
  readonly description: string;
  /** Media type; left out, JSON. */
  readonly type?: string;
  readonly alsoTypes?: readonly string[];
  /** Further statuses of an answer that no error has, with what each says. */
  readonly alsoStatuses?: Readonly<Record<number, string | FurtherAnswer>>;
  /** Of a JSON answer. */
  readonly schema?: TSchema;
  /** Of an answer that says it failed; left out, the same. */
  readonly failure?: TSchema;
}

/** An answer of a further status that has a JSON body, and the headers of the row. */
export interface FurtherAnswer {
  readonly description: string;
  readonly schema: TSchema;
}

export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Route {
  /** Unique: the operation's id in every face. */
  readonly id: string;
  /** "WS" is a socket. HEAD comes with GET. */
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "WS";
  /** With `:name` for each parameter; it answers with and without its trailing slash. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** Of a JSON body. */
  readonly body?: TSchema;
  /** Media type of a body that is no JSON. */
  readonly bodyType?: string;
  readonly ok: RouteAnswer;
  /** Statuses of errors beyond those that its access and its body bring along. */
  readonly statuses?: readonly number[];
  /** Errors of these statuses may come in the shape of `ok` that says it failed. */
  readonly failsAs?: readonly number[];
  /** Headers that a request may carry beyond those of its access. */
  readonly takes?: readonly RequestHeaderName[];
  /** Headers of its answers beyond those that its access brings along. */
  readonly headers?: readonly HeaderName[];
  readonly access: RouteAccess;
  /** Answers with an ETag, and 304 to whoever has that version. */
  readonly isVersioned?: true;
  /** A request that is valid. */
  readonly example?: RouteExample;
  /** Set where each actor has a path of its own in place of the parameter. */
  readonly isPerActor?: true;
}

/** Whether people look at it: its errors are pages, too, for whoever asks for one. */
export function isPage({ ok }: Route): boolean {
  return ok.type === "text/html" || ok.alsoTypes?.includes("text/html") === true;
}

/** What a row of a sold operation says of itself already: its path, its input and a valid example of that. */
export function rowOf(operation: Operation): Pick<Route, "method" | "path" | "summary" | "access"> & Partial<Route> {
  const { method, path, description, listing } = operation;
  const asked = listing && Object.keys(listing.input.properties).length > 0 ? listing : undefined;
  return {
    method,
    path,
    summary: description,
    access: "sold",
    ...(asked && method === "GET" && { query: asked.input, example: { query: asked.example } }),
    ...(asked && method === "POST" && { body: asked.input, example: { body: asked.example } }),
  };
}

/** Any request may be malformed, too many, or meet a fault of ours. */
const ALWAYS = [400, 429, 500, 503];
const OF_BODY = [408, 413, 415];
const OF_ACCESS: Readonly<Record<RouteAccess, readonly number[]>> = {
  open: [],
  sold: [402, 403, 409, 502, 504],
  run: [402, 403, 409, 502, 504],
  holder: [402],
  operator: [404, 409],
  sandbox: [],
};

/** Every status of an error that the path may answer, in order. */
export function errorStatusesOf(route: Route): readonly number[] {
  const { access, method, statuses = [] } = route;
  const all = [
    ...ALWAYS,
    ...(method === "POST" || method === "PATCH" ? OF_BODY : []),
    ...OF_ACCESS[access],
    ...statuses,
  ];
  return [...new Set(all)].sort((a, b) => a - b);
}

const ACCOUNT_HEADERS: readonly HeaderName[] = [
  "X-Charge-XRP",
  "X-Balance-XRP",
  "X-Calls-Limit",
  "X-Calls-Remaining",
  "X-Calls-Reset",
  "RateLimit-Policy",
  "RateLimit",
];
const SALE_HEADERS: readonly HeaderName[] = [
  ...ACCOUNT_HEADERS,
  "Idempotent-Replayed",
  "PAYMENT-RESPONSE",
  "X-Payment-Receipt",
  "X-Payment-Surplus-XRP",
  "X-Payment-Unused",
];

/** The headers of an answer that is no error. */
export function headersOf({ access, headers = [], isVersioned }: Route): readonly HeaderName[] {
  const own = access === "sold" || access === "run" ? SALE_HEADERS : access === "holder" ? ACCOUNT_HEADERS : [];
  return [...new Set<HeaderName>(["X-Request-Id", ...own, ...(isVersioned ? (["ETag"] as const) : []), ...headers])];
}

/** The names of the parameters in a path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

/** The path with its parameters in braces, as OpenAPI and RFC 6570 write them. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** A parameter of a path that is no more than a name. */
export function nameParameter(name: string, description: string): TObject {
  return Type.Object({ [name]: Type.String({ minLength: 1, description }) });
}
