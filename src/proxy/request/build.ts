/**
 * From what a caller gives to the exact request, or to every fault of it by name. Pure: what is shown by a dry run is
 * what is sent. The host is the description's; the address that was built must read back as it was written. What is the
 * same for each call of an operation is worked out once.
 * Shaped by speed: `bun run bench all`.
 */
import { isObject, type JsonObject } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { buildBody } from "./body.ts";
import { climbs, encode, encodeLiteral, pathFault } from "./encode.ts";
import { assign, type MatchedValues, type GivenValue } from "./given.ts";
import { headerFault, isSendable } from "./header-rules.ts";
import { kindOf } from "./media.ts";
import type { ApiOperation, Parameter } from "./operation.ts";
import { escapeToken, faultsOf } from "./schema.ts";
import { type Credentials, placeCredentials, type CredentialPlacement } from "./security.ts";
import { baseFor } from "./server.ts";
import { headerText, isWellFormed, pathText, queryPairs, textsOf } from "./styles.ts";

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

const MASK = "***";
const MAX_URL = 8000;

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

  const place = base + pathOf(operation, given);
  const pairs = queryOf(operation, given);
  const url = withQuery(place, [...pairs, ...placed.query.map((pair) => pair.map(encode).join("="))]);
  const shownUrl = withQuery(place, [...pairs, ...placed.query.map(([name]) => `${encode(name)}=${MASK}`)]);
  const address = readAddress(url, base === operation.baseUrl ? templatesOf(operation).base : URL.parse(base));
  if ("fault" in address) return { ok: false, issues: [{ pointer: "/params", detail: address.fault }] };
  const { contentType, bytes } = body.body ?? {};
  const own = { ...sent.headers, ...(contentType !== undefined && { "content-type": contentType }) };
  const secret = Object.keys(own).filter((name) => name === "authorization" || Object.hasOwn(placed.headers, name));
  return {
    ok: true,
    request: {
      method: operation.method,
      url,
      host: address.host,
      headers: own,
      ...(bytes !== undefined && { body: bytes }),
      ...(sign && { sign }),
      shown: { url: shownUrl, headers: { ...own, ...Object.fromEntries(secret.map((name) => [name, MASK])) } },
    },
  };
}

function withMembers(body: unknown, members: Readonly<Record<string, string>> | undefined): unknown {
  if (members === undefined) return body;
  return body === undefined || isObject(body) ? { ...body, ...members } : body;
}

/** The content type as a parameter, which some descriptions make of it. */
function declaredType({ values }: MatchedValues): string | undefined {
  const [, given] =
    [...values].find(([{ in: place, name }]) => place === "header" && /^content-type$/i.test(name)) ?? [];
  return textOf(given);
}

/** With what the description says for itself; what is still missing is a fault. */
function completed(operation: ApiOperation, given: MatchedValues, placed: CredentialPlacement): MatchedValues {
  const values = new Map(given.values);
  const issues = [...given.issues];
  for (const parameter of operation.parameters) {
    if (!parameter.required || values.has(parameter) || stands(parameter, given, placed)) continue;
    const { name, in: place, fallback } = parameter;
    const pointer = `/params/${escapeToken(name)}`;
    if (place === "cookie") issues.push({ pointer, detail: "is a required cookie, and cookies are not sent" });
    else if (fallback !== undefined) values.set(parameter, { value: fallback, pointer });
    else if (place !== "header" || !OWN_HEADERS.has(name.toLowerCase()))
      issues.push({ pointer, detail: `is required${exampleOf(parameter)}` });
  }
  return { ...given, values, issues };
}

/** Headers that the hub writes by itself. */
const OWN_HEADERS = new Set(["accept", "accept-encoding", "content-type", "user-agent"]);

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

function pathOf(operation: ApiOperation, { values }: MatchedValues): string {
  return written(templatesOf(operation).path, values);
}

function queryOf(operation: ApiOperation, { values, extraQuery }: MatchedValues): string[] {
  const fixed = written(templatesOf(operation).query, values);
  const pairs = fixed === "" ? [] : [fixed];
  for (const [one, { value }] of values)
    if (one.in === "query") for (const pair of queryPairs(one, value)) pairs.push(pair.join("="));
  for (const { name, value } of extraQuery)
    for (const one of [value].flat()) pairs.push(`${encode(name)}=${encode(String(one))}`);
  return pairs;
}

/** Text of an address and, between two of them, the name of what is filled in. */
type Template = readonly string[];

interface Templates {
  readonly path: Template;
  readonly query: Template;
  readonly base: URL | null;
  readonly accept: string;
}

const templates = new WeakMap<ApiOperation, Templates>();

function templatesOf(operation: ApiOperation): Templates {
  let known = templates.get(operation);
  if (known === undefined) {
    known = {
      path: templateOf(encodeLiteral(operation.path)),
      query: templateOf(encodeLiteral(operation.query).replaceAll("'", "%27")),
      base: URL.parse(operation.baseUrl),
      accept: [...operation.produces, "*/*"].slice(0, 4).join(", "),
    };
    templates.set(operation, known);
  }
  return known;
}

function templateOf(encoded: string): Template {
  return encoded.split(/%7B((?:(?!%7[BD]).)+)%7D/).map((part, at) => (at % 2 === 0 ? part : decodeURIComponent(part)));
}

function written(template: Template, values: MatchedValues["values"]): string {
  let text = template[0] ?? "";
  for (let at = 1; at < template.length; at += 2) text += filled(template[at] ?? "", values) + (template[at + 1] ?? "");
  return text;
}

function filled(name: string, values: MatchedValues["values"]): string {
  for (const [parameter, { value }] of values)
    if (parameter.in === "path" && parameter.name === name) return pathText(parameter, value);
  return "";
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
    accept: templatesOf(operation).accept,
  };
  for (const [parameter, { value, pointer }] of given.values) {
    if (parameter.in !== "header") continue;
    if (isSendable(parameter.name)) headers[parameter.name.toLowerCase()] = headerText(parameter, value);
    else issues.push({ pointer, detail: "is a header that is never a caller's to set" });
  }
  for (const [name, { value }] of given.headers) headers[name] = String(value);
  for (const [name, value] of Object.entries(placed.headers)) {
    headers[name] = value;
    const detail = headerFault(value);
    if (detail !== undefined) issues.push({ pointer: "/credentials", detail });
  }
  return { headers, issues };
}

function withQuery(address: string, pairs: readonly string[]): string {
  return pairs.length === 0 ? address : `${address}?${pairs.join("&")}`;
}

/** Nothing may have been read otherwise than it was written: not the host, not a segment, not a character. */
function readAddress(url: string, meant: URL | null): { readonly host: string } | { readonly fault: string } {
  if (url.length > MAX_URL) return { fault: `make an address of more than ${MAX_URL} characters` };
  const read = URL.parse(url);
  if (read === null || meant === null || read.origin !== meant.origin || read.hash !== "")
    return { fault: "make no valid address" };
  const path = url.slice(meant.origin.length).split("?")[0] ?? "";
  if (read.href !== url || climbs(path)) return { fault: "make an address that reads otherwise than it is written" };
  return { host: read.host };
}

function textOf(given: GivenValue | undefined): string | undefined {
  return typeof given?.value === "string" ? given.value : undefined;
}
