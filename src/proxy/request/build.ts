/**
 * From what a caller gives to the exact request, or to every fault of it by name. Pure: what is shown by a dry run is
 * what is sent.
 */
import { isObject, type JsonObject } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { isLongerThan } from "../../runtime/json.ts";
import { buildBody } from "./body.ts";
import { acceptOf, addressOf, MASK } from "./address.ts";
import { pathFault } from "./encode.ts";
import { assign, type MatchedValues, type GivenValue } from "./given.ts";
import { headerFault, isFixedOverride } from "./header-rules.ts";
import { isSendable } from "../../runtime/http/sendable-header.ts";
import { kindOf } from "../../text/media-types.ts";
import type { ApiOperation, Parameter } from "./operation.ts";
import { escapeToken, faultsOf } from "./schema.ts";
import { type Credentials, placeCredentials, type CredentialPlacement } from "./security.ts";
import { baseFor } from "./server.ts";
import { headerText, isWellFormed, textsOf } from "./styles.ts";

/** What a caller gives. */
export interface CallValues {
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly headers?: JsonObject;
  readonly body?: unknown;
  /** Choices among the variables of the server's address. */
  readonly server?: JsonObject;
}

export interface UpstreamRequest {
  readonly method: string;
  /** Whether it changes nothing, so that it may be sent again. */
  readonly onlyReads: boolean;
  readonly url: string;
  /** Of `url`, with its port unless that is the usual one. */
  readonly host: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Asked last, and anew for each attempt, for headers that depend on all the rest. What it signs follows no redirect. */
  readonly sign?: (request: UpstreamRequest) => Promise<Readonly<Record<string, string>>>;
  /** The same address and headers without the credentials in them. */
  readonly shown: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

export type BuildResult =
  { readonly ok: true; readonly request: UpstreamRequest } | { readonly ok: false; readonly issues: readonly Issue[] };

export interface Sender {
  readonly credentials: Credentials;
  /** What a connection places, in place of what is given with the call. */
  readonly placed?: CredentialPlacement;
  readonly sign?: UpstreamRequest["sign"];
  /** Says who is asking, with a contact. */
  readonly userAgent: string;
}

export function buildRequest(
  operation: ApiOperation,
  asked: CallValues,
  { credentials, placed: connected, sign, userAgent }: Sender,
): BuildResult {
  const { params = {}, query = {}, headers = {}, server = {} } = asked;
  if (isLongerThan([params, query, headers], MAX_GIVEN)) return { ok: false, issues: TOO_MUCH };
  const { placed, issues: refused } =
    connected === undefined ? placeCredentials(operation.security, credentials) : { placed: connected, issues: [] };
  const { base, issues: misplaced } = baseFor(operation.baseUrl, operation.server, server);
  const given = completed(operation, assign(operation, { params, query, headers }), placed);
  const body = buildBody(
    operation,
    withMembers(asked.body, placed.body),
    textOf(given.headers.get("content-type")) ?? declaredType(given),
  );
  const sent = headersOf(operation, given, placed, userAgent);
  const issues = [
    ...misplaced,
    ...given.issues,
    ...valueFaults(operation, given),
    ...sent.issues,
    ...refused,
    ...(body.ok ? [] : body.issues),
  ];
  if (issues.length > 0 || !body.ok) return { ok: false, issues };

  const address = addressOf(operation, base, given, placed.query);
  if ("fault" in address) return { ok: false, issues: [{ pointer: "/params", detail: address.fault }] };
  const { contentType, bytes } = body.body ?? {};
  const own = { ...sent.headers, ...(contentType !== undefined && { "content-type": contentType }) };
  return {
    ok: true,
    request: {
      method: operation.method,
      onlyReads: operation.onlyReads,
      url: address.url,
      host: address.host,
      headers: own,
      ...(bytes !== undefined && { body: bytes }),
      ...(sign && { sign }),
      shown: { url: address.shownUrl, headers: masked(own, placed) },
    },
  };
}

/** In characters. No address and no header holds so much, and to judge it value by value takes longer than to see that. */
const MAX_GIVEN = 32 * 1024;
const TOO_MUCH: readonly Issue[] = [
  { pointer: "/params", detail: `takes at most ${MAX_GIVEN} characters together with \`query\` and \`headers\`` },
];

function masked(headers: Readonly<Record<string, string>>, placed: CredentialPlacement): UpstreamRequest["headers"] {
  const secret = Object.keys(headers).filter((name) => name === "authorization" || Object.hasOwn(placed.headers, name));
  return secret.length === 0 ? headers : { ...headers, ...Object.fromEntries(secret.map((name) => [name, MASK])) };
}

function withMembers(body: unknown, members: Readonly<Record<string, string>> | undefined): unknown {
  if (members === undefined) return body;
  return body === undefined || isObject(body) ? { ...body, ...members } : body;
}

/** The content type as a parameter, which some descriptions make of it. */
function declaredType({ values }: MatchedValues): string | undefined {
  for (const [{ in: place, name }, given] of values)
    if (place === "header" && /^content-type$/i.test(name)) return textOf(given);
  return undefined;
}

/** With what the description says for itself; what is still missing is a fault. */
function completed(operation: ApiOperation, given: MatchedValues, placed: CredentialPlacement): MatchedValues {
  const isMissing = (one: Parameter) => one.required && !given.values.has(one) && !stands(one, given, placed);
  const missing = operation.parameters.filter(isMissing);
  if (missing.length === 0) return given;
  const values = new Map(given.values);
  const issues = [...given.issues];
  for (const parameter of missing) {
    const { name, in: place, fallback } = parameter;
    const pointer = `/params/${escapeToken(name)}`;
    if (place === "cookie") issues.push({ pointer, detail: "is a required cookie, and cookies are not sent" });
    else if (place === "header" && OWN_HEADERS.has(name.toLowerCase()) && !isSendable(name)) continue;
    else if (fallback !== undefined) values.set(parameter, { value: fallback, pointer });
    else if (place !== "header" || !OWN_HEADERS.has(name.toLowerCase()))
      issues.push({ pointer, detail: `is required${exampleOf(parameter)}` });
  }
  return { ...given, values, issues };
}

/** Headers that the hub writes by itself. */
const OWN_HEADERS = new Set(
  "accept accept-encoding connection content-length content-type host transfer-encoding user-agent".split(" "),
);

/** Whether something else stands where the parameter would: a header named as such, or a credential. */
function stands({ in: place, name }: Parameter, given: MatchedValues, placed: CredentialPlacement): boolean {
  const lower = name.toLowerCase();
  if (place === "query") return placed.query.some(([other]) => other === name);
  return place === "header" && (given.headers.has(lower) || Object.hasOwn(placed.headers, lower));
}

function exampleOf({ example, in: place, name }: Parameter): string {
  if (place === "header" && name.toLowerCase() === "authorization") return "; it may be given as `credentials`";
  return example === undefined || typeof example === "object" ? "" : `, for example ${String(example).slice(0, 80)}`;
}

function valueFaults(operation: ApiOperation, { values, extraQuery, headers }: MatchedValues): Issue[] {
  const issues: Issue[] = [];
  for (const [parameter, { value, pointer }] of values) {
    const isText = parameter.mediaType === undefined || kindOf(parameter.mediaType) !== "json";
    const faults = faultsOf(value, parameter.schema, pointer, { lookup: operation.lookup, isText });
    issues.push(...(faults.length > 0 ? faults : placeFaults(parameter, { value, pointer })));
  }
  for (const { name, value, pointer } of extraQuery) {
    const isPlain = [value].flat().every((one) => ["string", "number", "boolean"].includes(typeof one));
    if (!isPlain) issues.push({ pointer, detail: "must be text, a number, a boolean or a list of these" });
    else if (!isWellFormed([name, value])) issues.push({ pointer, detail: "must be well-formed text" });
  }
  for (const { value, pointer } of headers.values()) {
    const detail = typeof value === "string" ? headerFault(value) : "must be text";
    if (detail !== undefined) issues.push({ pointer, detail });
  }
  return issues;
}

function placeFaults(parameter: Parameter, { value, pointer }: GivenValue): Issue[] {
  const texts = textsOf(value);
  if (!texts.every((text) => text.isWellFormed())) return [{ pointer, detail: "must be well-formed text" }];
  if (parameter.required && texts.length === 0) return [{ pointer, detail: "must not be empty" }];
  const details = texts.map((text) => (parameter.in === "path" ? pathFault(text) : undefined));
  if (parameter.in === "header") details.push(headerFault(headerText(parameter, value)));
  const detail = details.find((one) => one !== undefined);
  return detail === undefined ? [] : [{ pointer, detail }];
}

function headersOf(
  operation: ApiOperation,
  given: MatchedValues,
  placed: CredentialPlacement,
  userAgent: string,
): { headers: Record<string, string>; issues: Issue[] } {
  const issues: Issue[] = [];
  const headers: Record<string, string> = {
    "user-agent": userAgent,
    accept: acceptOf(operation),
  };
  for (const [parameter, { value, pointer }] of given.values) {
    if (parameter.in !== "header") continue;
    const { name, fallback } = parameter;
    if (isSendable(name) || isFixedOverride(name, value, fallback))
      headers[name.toLowerCase()] = headerText(parameter, value);
    else issues.push({ pointer, detail: "is a header that is never a caller's to set" });
  }
  // What is no text is told among the faults.
  for (const [name, one] of given.headers) headers[name] = textOf(one) ?? "";
  for (const [name, value] of Object.entries(placed.headers)) {
    headers[name] = value;
    const detail = headerFault(value);
    if (detail !== undefined) issues.push({ pointer: "/credentials", detail });
  }
  return { headers, issues };
}

function textOf(given: GivenValue | undefined): string | undefined {
  return typeof given?.value === "string" ? given.value : undefined;
}
