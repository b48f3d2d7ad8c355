/** Which credentials an operation asks for, and where they go. They are the caller's, for the upstream only. */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { isSendable } from "../../runtime/http/sendable-header.ts";

export type Scheme =
  | { readonly kind: "api_key"; readonly name: string; readonly in: "header" | "query" }
  | { readonly kind: "basic" | "bearer" }
  | { readonly kind: "unsupported" };

/** What has to be given together, by the names of the description. */
export type SecurityAlternative = readonly { readonly title: string; readonly scheme: Scheme }[];

export interface Credentials {
  /** One key for all schemes that want one, or keys by the names of their schemes. */
  readonly apiKey?: string | Readonly<Record<string, string>>;
  readonly bearer?: string;
  readonly basic?: { readonly username: string; readonly password: string };
}

export interface CredentialPlacement {
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Members of a JSON body. */
  readonly body?: Readonly<Record<string, string>>;
}

export function readSecurity(requirements: unknown, schemes: JsonObject): SecurityAlternative[] {
  return listOf(requirements)
    .filter(isObject)
    .map((requirement) =>
      Object.keys(requirement).map((title) => ({
        title,
        scheme: readScheme(Object.hasOwn(schemes, title) ? objectOf(schemes[title]) : {}),
      })),
    );
}

function readScheme({ type, name, in: place, scheme }: JsonObject): Scheme {
  switch (type) {
    case "apiKey": {
      const key = textOf(name);
      if (place === "query") return { kind: "api_key", name: key, in: "query" };
      return place === "header" && isSendable(key)
        ? { kind: "api_key", name: key, in: "header" }
        : { kind: "unsupported" };
    }
    case "http":
      // "OAuth", "token" and the like are bearer tokens under an older name.
      return { kind: textOf(scheme).toLowerCase() === "basic" ? "basic" : "bearer" };
    case "oauth2":
    case "openIdConnect":
      return { kind: "bearer" };
    default:
      return { kind: "unsupported" };
  }
}

/** Whether nothing has to be given. */
export function isOpen(security: readonly SecurityAlternative[]): boolean {
  return security.length === 0 || security.some((alternative) => alternative.length === 0);
}

/** Places what is given by the first alternative it fulfils; what no alternative asks for has no place, and is a fault. */
export function placeCredentials(
  security: readonly SecurityAlternative[],
  given: Credentials,
): { readonly placed: CredentialPlacement; readonly issues: readonly Issue[] } {
  const kinds = (Object.keys(given) as (keyof Credentials)[]).filter((kind) => given[kind] !== undefined);
  if (kinds.length === 0) return { placed: { headers: {}, query: [] }, issues: [] };
  const fulfilled = security
    .filter((alternative) => alternative.length > 0 && alternative.every((one) => valueFor(one, given) !== undefined))
    .sort((a, b) => b.length - a.length)[0];
  if (fulfilled !== undefined) return { placed: placedBy(fulfilled, given), issues: [] };
  // A description that names no place for them leaves the usual one, which only the Authorization header has.
  if (given.apiKey === undefined) return { placed: placedBy([{ title: "", scheme: usual(given) }], given), issues: [] };
  const asked = security.map((alternative) =>
    alternative.map(({ title, scheme }) => `${title} (${scheme.kind})`).join(" and "),
  );
  const detail =
    asked.length === 0
      ? "has no place: the description asks for no key. Where one is needed all the same, send it in `params` or `query`"
      : `does not fulfil what the operation asks for: ${asked.join(", or ")}`;
  return { placed: { headers: {}, query: [] }, issues: [{ pointer: "/credentials", detail }] };
}

function usual({ bearer }: Credentials): Scheme {
  return { kind: bearer !== undefined ? "bearer" : "basic" };
}

function valueFor({ title, scheme }: SecurityAlternative[number], given: Credentials): string | undefined {
  switch (scheme.kind) {
    case "api_key":
      return typeof given.apiKey === "object" ? ownText(given.apiKey, title) : given.apiKey;
    case "bearer":
      return given.bearer;
    case "basic":
      return given.basic && Buffer.from(`${given.basic.username}:${given.basic.password}`).toString("base64");
    case "unsupported":
      return undefined;
  }
}

function ownText(keys: Readonly<Record<string, string>>, title: string): string | undefined {
  return Object.hasOwn(keys, title) ? keys[title] : undefined;
}

function placedBy(alternative: SecurityAlternative, given: Credentials): CredentialPlacement {
  const headers: Record<string, string> = {};
  const query: [string, string][] = [];
  for (const one of alternative) {
    const value = valueFor(one, given) ?? "";
    if (one.scheme.kind === "bearer") headers["authorization"] = `Bearer ${value}`;
    else if (one.scheme.kind === "basic") headers["authorization"] = `Basic ${value}`;
    else if (one.scheme.kind === "api_key" && one.scheme.in === "query") query.push([one.scheme.name, value]);
    else if (one.scheme.kind === "api_key") headers[one.scheme.name.toLowerCase()] = value;
  }
  return { headers, query };
}
