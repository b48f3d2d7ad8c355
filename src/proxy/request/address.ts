/**
 * The address of a call. Its host is the description's, and it must read back as it was written. What is the same for
 * each call of an operation is worked out once.
 * Shaped by speed: `bun run bench all`.
 */
import { climbs, encode, encodeLiteral } from "./encode.ts";
import type { MatchedValues } from "./given.ts";
import type { ApiOperation } from "./operation.ts";
import type { CredentialPlacement } from "./security.ts";
import { pathText, queryPairs } from "./styles.ts";

export type CallAddress =
  | {
      readonly url: string;
      /** Of `url`, with its port unless that is the usual one. */
      readonly host: string;
      /** The same address without the credentials in it. */
      readonly shownUrl: string;
    }
  | { readonly fault: string };

/** Stands for what nobody is shown. */
export const MASK = "***";
const MAX_URL = 8000;

/** `credentials` are pairs of the query. */
export function addressOf(
  operation: ApiOperation,
  base: string,
  given: MatchedValues,
  credentials: CredentialPlacement["query"],
): CallAddress {
  const known = templatesOf(operation);
  const place = base + written(known.path, given.values);
  const pairs = queryOf(known, given);
  const url = withQuery(place, [...pairs, ...credentials.map((pair) => pair.map(encode).join("="))]);
  const read = readAddress(url, base === operation.baseUrl ? known.origin : originOf(base));
  if ("fault" in read) return read;
  const isShown = credentials.length === 0;
  const masked = credentials.map(([name]) => `${encode(name)}=${MASK}`);
  return { url, host: read.host, shownUrl: isShown ? url : withQuery(place, [...pairs, ...masked]) };
}

/** What the operation answers with, the rest as it comes. */
export function acceptOf(operation: ApiOperation): string {
  return templatesOf(operation).accept;
}

function queryOf({ query }: Templates, { values, extraQuery }: MatchedValues): string[] {
  const fixed = written(query, values);
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
  /** Of the base address; where that is none, there is none. */
  readonly origin: string | undefined;
  readonly accept: string;
}

const templates = new WeakMap<ApiOperation, Templates>();

function templatesOf(operation: ApiOperation): Templates {
  let known = templates.get(operation);
  if (known === undefined) {
    known = {
      path: templateOf(operation.path, encodeLiteral),
      query: templateOf(operation.query, (text) => encodeLiteral(text).replaceAll("'", "%27")),
      origin: originOf(operation.baseUrl),
      accept: [...operation.produces, "*/*"].slice(0, 4).join(", "),
    };
    templates.set(operation, known);
  }
  return known;
}

function originOf(base: string): string | undefined {
  return URL.parse(base)?.origin;
}

/** `written` is how what stands between the names is sent. */
function templateOf(text: string, written: (literal: string) => string): Template {
  return text.split(/\{([^{}]+)\}/).map((part, at) => (at % 2 === 0 ? written(part) : part));
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

function withQuery(address: string, pairs: readonly string[]): string {
  return pairs.length === 0 ? address : `${address}?${pairs.join("&")}`;
}

/** Nothing may have been read otherwise than it was written: not the host, not a segment, not a character. */
function readAddress(url: string, origin: string | undefined): { readonly host: string } | { readonly fault: string } {
  if (url.length > MAX_URL) return { fault: `make an address of more than ${MAX_URL} characters` };
  const read = URL.parse(url);
  if (read === null || origin === undefined || read.origin !== origin || read.hash !== "")
    return { fault: "make no valid address" };
  const path = url.slice(origin.length).split("?")[0] ?? "";
  if (read.href !== url || climbs(path)) return { fault: "make an address that reads otherwise than it is written" };
  return { host: read.host };
}
