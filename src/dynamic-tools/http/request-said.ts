/** A request that somebody writes out: "GET /repos/acme/web/pulls?state=open", "POST https://… {…}", a curl command, a line of code. */
import { isObject, jsonIn, type JsonObject } from "../../text/foreign.ts";
import { type CodeRequest, codeRequestIn, literalAt } from "./code-request.ts";
import { curlIn } from "./curl.ts";
import { httpieIn } from "./httpie.ts";

export interface RequestSaid {
  /** Upper case. */
  readonly method: string;
  /** Left out where only a path was written. */
  readonly host?: string;
  /** As it was written, still encoded. */
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  /** A document of JSON. */
  readonly body?: JsonObject | unknown[];
  /** Fields of a form. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** The words around it. */
  readonly rest: string;
  /** It is all that is wanted, and no part of a sentence: "create a webhook that does POST https://…". */
  readonly isAlone: boolean;
}

const WRITTEN =
  /^((?:[^\s/]{1,40}\s{1,3}){0,5}?)(GET|POST|PUT|PATCH|DELETE)\s{1,3}(https?:\/\/[^\s"']{1,800}|\/[^\s"']{1,800})([^]*)$/;

/** `undefined` where the words are no request. */
export function requestIn(text: string): RequestSaid | undefined {
  const curl = curlIn(text);
  if (curl !== undefined) {
    const { method, address, data, isQuery, isForm } = curl;
    const said = addressed(method, address, "");
    if (said === undefined || data === "") return said;
    if (isQuery) return { ...said, query: [...said.query, ...new URLSearchParams(data)] };
    const body = isForm ? undefined : bodyIn(data);
    return { ...said, ...(body ?? { form: [...new URLSearchParams(data)] }) };
  }
  const code = codeRequestIn(text) ?? httpieIn(text);
  if (code !== undefined) return ofCode(code);
  const [, before = "", method = "", address = "", behind = ""] = WRITTEN.exec(withHost(text.trim())) ?? [];
  if (method === "" || ASKS_ABOUT.test(before)) return undefined;
  const body = bodyIn(behind);
  const rest = `${before} ${body === undefined ? behind : ""}`.trim();
  const said = addressed(method, address, rest);
  return said && { ...said, ...body, isAlone: LEADS.test(before) };
}

function ofCode({ method, address, query, form, body }: CodeRequest): RequestSaid | undefined {
  const said = addressed(method, address, "");
  return said && { ...said, query: [...said.query, ...pairsOf(query)], form: pairsOf(form), ...(body && { body }) };
}

/** A list is written as often as it has members. */
function pairsOf(fields: JsonObject): (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, typeof one === "string" ? one : JSON.stringify(one)] as const),
  );
}

/** A message as it is sent: "POST /v1/x HTTP/1.1", its headers, a blank line and its body. */
const MESSAGE = /^(GET|POST|PUT|PATCH|DELETE)\s(\/\S{0,800})\sHTTP\/[\d.]{1,3}\s{0,2}\n([^]*)$/;

function withHost(text: string): string {
  const [, method = "", path = "", behind = ""] = MESSAGE.exec(text) ?? [];
  const host = /^host:\s{0,2}([\w.:-]{1,200})\s{0,2}$/im.exec(behind)?.[1];
  if (method === "") return text;
  const body = /\n\r?\n([^]*)$/.exec(behind)?.[1] ?? "";
  return `${method} ${host === undefined ? "" : `https://${host}`}${path} ${body}`;
}

/** "github: GET …", "please call GET …". */
const LEADS =
  /^(?:[^\s:]{1,40}:\s)?(?:(?:please|call|run|do|send|make|issue|execute|perform|request|an?|the|http)\s){0,5}$/i;

/** "what does DELETE /users/{id} do?" calls nothing. */
const ASKS_ABOUT =
  /^(?:what|why|how|when|does|is|explain|was|wie|warum|wann|que|qué|cómo|por|pourquoi|comment|o|don['’]t|do not|never)\s/i;

const IS_COMMAND = /^\s*(?:\$\s)?(?:curl|https?|xh)\s/;

/** Whether it calls an API: who only gets a page may want it read. */
export function isRequest(text: string): boolean {
  const said = requestIn(text);
  return said?.isAlone === true && (said.method !== "GET" || said.host === undefined || IS_COMMAND.test(text));
}

function addressed(method: string, address: string, rest: string): RequestSaid | undefined {
  const isPath = address.startsWith("/");
  // Templates stay as they are written: "{owner}".
  const [, host = "", path = "", query = ""] =
    /^(?:https?:\/\/([^/?#]+))?(\/[^?#]*)?(?:\?([^#]*))?/.exec(address) ?? [];
  if (host === "" && !isPath) return undefined;
  return {
    method,
    ...(host !== "" && { host: host.replace(/^[^@]*@/, "").toLowerCase() }),
    segments: path.split("/").filter((one) => one !== ""),
    query: [...new URLSearchParams(query)],
    form: [],
    rest,
    isAlone: true,
  };
}

function bodyIn(text: string): Pick<RequestSaid, "body"> | undefined {
  const from = text.search(/[{[]/);
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  if (from < 0 || to < from) return undefined;
  const isWritten = /(?:^|[\s"'])$/.test(text.slice(0, from));
  const body = jsonIn(text.slice(from, to + 1)) ?? (isWritten ? literalAt(text, from) : undefined);
  return isObject(body) || Array.isArray(body) ? { body } : undefined;
}
