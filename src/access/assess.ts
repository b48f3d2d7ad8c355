/**
 * What a call of an operation must bring. Who is believed, in this order: the operator's row, the shipped row, what the
 * description states, a parameter that is a credential, a scheme that is defined and never required.
 */
import type * as Suffixes from "tldts";
import {
  type Access,
  type AccessMethod,
  type AccessPlan,
  type Authority,
  isOauth,
  type SecretPlace,
  UNKNOWN_ACCESS,
  type CredentialWay,
} from "../runtime/access.ts";
import { lazyPackage } from "../runtime/lazy-package.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { EASE } from "./access-code.ts";
import { credentialParameters } from "./credential-parameter.ts";
import { loginAddress } from "./login-address.ts";
import type { AccessRow } from "./row.ts";
import type { AccessTable } from "./table.ts";

/** The list of all public suffixes: a hub that gives no access to others' APIs needs none of it. */
const suffixes = lazyPackage<typeof Suffixes>("tldts");

/** An operation as its description has it; `schemes` are the security schemes by name. */
export interface DescribedOperation {
  /** Its own requirements, else those of the whole description. */
  readonly security: unknown;
  readonly schemes: Readonly<Record<string, unknown>>;
  readonly parameters: readonly JsonObject[];
  /** The keys of its answers, for example "401". */
  readonly statuses: readonly string[];
  /** What the description says a signature is for. */
  readonly signingName?: string;
}

export interface CallPlace {
  /** Upper case. */
  readonly method: string;
  readonly baseUrl: string;
}

/** The state and methods alone. `stated` is asked only where no row decides. */
export function accessOf(table: AccessTable, place: CallPlace, stated: () => Access): Access {
  const row = table.find(hostOf(place));
  return row === undefined ? stated() : ruleAccess(row, place.method);
}

/** What the description alone says. */
export function statedAccess(place: Pick<CallPlace, "baseUrl">, described: DescribedOperation): Access {
  const { state, methods, source } = byDescription(place.baseUrl, described);
  return { state, methods, source };
}

/** With where a credential goes and who gives it. */
export function planOf(table: AccessTable, place: CallPlace, described: () => DescribedOperation): AccessPlan {
  const host = hostOf(place);
  const row = table.find(host);
  if (row === undefined) return { hosts: [host], ...byDescription(place.baseUrl, described()) };
  const { hosts, console_url: consoleUrl, probe, unsupported: why } = row;
  const authority = table.authority(row);
  const access = ruleAccess(row, place.method);
  const signingName = row.methods.includes("aws_sigv4") ? described().signingName : undefined;
  return {
    ...access,
    hosts,
    ways: access.methods.map((method) => ({
      method,
      placement: method === "api_key" ? (row.placement ?? []) : [],
      scopes: isOauth(method) ? scopesOf(row, described) : [],
      ...(isOauth(method) && authority && { authority }),
    })),
    ...(consoleUrl !== undefined && { consoleUrl }),
    ...(probe !== undefined && { probe }),
    ...(why !== undefined && { why }),
    ...(signingName !== undefined && { signingName }),
  };
}

function hostOf({ baseUrl }: Pick<CallPlace, "baseUrl">): string {
  return URL.parse(baseUrl)?.host ?? "";
}

function ruleAccess(row: AccessRow, method: string): Access {
  const { methods, unsupported } = row;
  if (unsupported !== undefined) return { state: "unsupported", methods: [], source: "rule" };
  if (methods.length === 0) return { state: "open", methods, source: "rule" };
  return { state: isOptional(row, method) ? "optional" : neededFor(methods), methods, source: "rule" };
}

function isOptional({ optional = "none" }: AccessRow, method: string): boolean {
  return optional === "all" || (optional === "reads" && (method === "GET" || method === "HEAD"));
}

function scopesOf({ scopes }: AccessRow, described: () => DescribedOperation): readonly string[] {
  if (scopes !== undefined && scopes.length > 0) return scopes;
  const { security, schemes } = described();
  const alternatives = listOf(security).filter(isObject);
  // Each alternative would do by itself, so the first one is enough.
  const first = alternatives.find((one) => Object.keys(one).some((name) => isOauthScheme(schemes[name])));
  return [
    ...new Set(
      Object.values(first ?? {})
        .flatMap(listOf)
        .filter((scope) => typeof scope === "string"),
    ),
  ];
}

function isOauthScheme(scheme: unknown): boolean {
  return ["oauth2", "openIdConnect"].includes(textOf(objectOf(scheme).type));
}

function byDescription(baseUrl: string, described: DescribedOperation): Omit<AccessPlan, "hosts"> {
  const { security, schemes, parameters, statuses } = described;
  if (Array.isArray(security)) {
    const requirements = security.filter(isObject);
    const alternatives = requirements.filter((one) => Object.keys(one).length > 0);
    const isFree = alternatives.length < requirements.length || requirements.length === 0;
    const known = alternatives.filter((one) => Object.keys(one).every((name) => isObject(schemes[name])));
    const ways = known.flatMap((one) => waysOf(baseUrl, Object.entries(one), schemes));
    if (isFree && ways.length > 0) return statedPlan("optional", ways);
    if (isFree && !statuses.includes("401")) return statedPlan("open", []);
    if (ways.length > 0) return statedPlan(neededFor(ways.map(({ method }) => method)), ways);
    if (known.length > 0) return statedPlan("unsupported", []);
    if (isFree) return { ...UNKNOWN_ACCESS, ways: [] };
  }
  const [best, ...others] = credentialParameters(parameters);
  if (best !== undefined) {
    const all = [best, ...others];
    const placement = all.filter((one) => one.required || all.every(({ required }) => !required));
    const way: CredentialWay = {
      method: "api_key",
      placement: placement.map(({ in: where, name }) => ({ in: where, name })),
      scopes: [],
    };
    const state = all.some(({ required }) => required) ? "needs_connection" : "optional";
    return { state, methods: ["api_key"], source: "parameter", ways: [way] };
  }
  const names = Array.isArray(security) ? [] : Object.keys(schemes);
  const ways = names.length === 1 ? waysOf(baseUrl, [[names[0] ?? "", []]], schemes) : [];
  return ways.length > 0 ? statedPlan("optional", ways) : { ...UNKNOWN_ACCESS, ways: [] };
}

function statedPlan(state: Access["state"], ways: readonly CredentialWay[]): Omit<AccessPlan, "hosts"> {
  const methods = [...new Set(ways.map(({ method }) => method))].toSorted((a, b) => easeOf(a) - easeOf(b));
  return { state, methods, source: "stated", ways };
}

function easeOf(method: AccessMethod): number {
  return EASE.indexOf(method);
}

function neededFor(methods: readonly AccessMethod[]): "needs_connection" | "needs_client" {
  return methods.every(isOauth) ? "needs_client" : "needs_connection";
}

type Requirement = readonly (readonly [scheme: string, scopes: unknown])[];

/** How one alternative is fulfilled; none where a part of it cannot be. */
function waysOf(
  baseUrl: string,
  requirement: Requirement,
  schemes: Readonly<Record<string, unknown>>,
): CredentialWay[] {
  const parts = requirement.map(([name, scopes]) => ({
    scheme: objectOf(schemes[name]),
    scopes: listOf(scopes).filter((scope) => typeof scope === "string"),
  }));
  const oauth = parts.filter(({ scheme }) => isOauthScheme(scheme));
  if (oauth.length > 0) {
    if (oauth.length < parts.length) return [];
    const scopes = [...new Set(oauth.flatMap((part) => part.scopes))];
    return oauth.slice(0, 1).flatMap(({ scheme }) => oauthWays(baseUrl, objectOf(scheme.flows), scopes));
  }
  const placements = parts.map(({ scheme }) => placementOf(scheme));
  if (placements.some((one) => one === undefined)) return [];
  const placed = placements.filter((one) => one !== undefined);
  const [only] = placed;
  if (placed.length === 1 && only !== undefined && typeof only === "string")
    return [{ method: only, placement: [], scopes: [] }];
  // Of several, each takes a text: a token with its prefix, or the two halves of a login in base64.
  const placement = placed.map((one): SecretPlace => (typeof one === "string" ? AS_KEY[one] : one));
  return [{ method: "api_key", placement, scopes: [] }];
}

const AS_KEY: Readonly<Record<"basic" | "bearer", SecretPlace>> = {
  basic: { in: "header", name: "Authorization", prefix: "Basic " },
  bearer: { in: "header", name: "Authorization", prefix: "Bearer " },
};

function placementOf({ type, in: place, name, scheme }: JsonObject): SecretPlace | "basic" | "bearer" | undefined {
  if (type === "apiKey") {
    const key = textOf(name);
    return key !== "" && (place === "header" || place === "query") ? { in: place, name: key } : undefined;
  }
  if (type !== "http") return undefined;
  const kind = textOf(scheme).toLowerCase();
  if (kind === "basic") return "basic";
  // "OAuth", "token" and the like are bearer tokens under an older name.
  return ["bearer", "oauth", "token"].includes(kind) ? "bearer" : undefined;
}

function oauthWays(baseUrl: string, flows: JsonObject, scopes: readonly string[]): CredentialWay[] {
  const code = objectOf(flows.authorizationCode);
  const client = objectOf(flows.clientCredentials);
  const ways: CredentialWay[] = [];
  const codeAuthority = authorityOf(baseUrl, textOf(code.tokenUrl), textOf(code.authorizationUrl));
  if (codeAuthority?.authorize !== undefined) ways.push(oauthWay("oauth2_code", codeAuthority, scopes));
  const clientAuthority = authorityOf(baseUrl, textOf(client.tokenUrl));
  if (clientAuthority !== undefined) ways.push(oauthWay("oauth2_client", clientAuthority, scopes));
  return ways;
}

function oauthWay(method: AccessMethod, authority: Authority, scopes: readonly string[]): CredentialWay {
  return { method, placement: [], authority, scopes };
}

/**
 * Who logs in at an API of another domain would hand its token to a stranger, and a description may name any address:
 * without a row the authority and the API have one owner.
 */
function authorityOf(baseUrl: string, tokenUrl: string, authorizationUrl?: string): Authority | undefined {
  const host = hostOf({ baseUrl });
  const token = loginAddress(tokenUrl, baseUrl);
  if (token === undefined || !isOwnHttps(token, host)) return undefined;
  const id = URL.parse(token)?.hostname ?? "";
  if (authorizationUrl === undefined) return { id, token };
  const authorize = loginAddress(authorizationUrl, baseUrl);
  return authorize !== undefined && isOwnHttps(authorize, host) ? { id, token, authorize } : undefined;
}

function isOwnHttps(address: string, host: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.username !== "" || url.hash !== "") return false;
  const { getDomain } = suffixes();
  const domain = getDomain(url.hostname, { allowPrivateDomains: true });
  return domain !== null && domain === getDomain(host.replace(/:\d+$/, ""), { allowPrivateDomains: true });
}
