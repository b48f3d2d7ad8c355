/** A request that somebody writes out: "GET /repos/acme/web/pulls?state=open", "POST https://… {…}", a curl command. */
import { isObject, type JsonObject } from "../../text/foreign.ts";
import { curlIn } from "./curl.ts";

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
  const [, before = "", method = "", address = "", behind = ""] = WRITTEN.exec(text.trim()) ?? [];
  if (method === "") return undefined;
  const body = bodyIn(behind);
  const rest = `${before} ${body === undefined ? behind : ""}`.trim();
  const said = addressed(method, address, rest);
  return said && { ...said, ...body, isAlone: LEADS.test(before) };
}

/** "github: GET …", "please call GET …". */
const LEADS =
  /^(?:[^\s:]{1,40}:\s)?(?:(?:please|call|run|do|send|make|issue|execute|perform|request|an?|the|http)\s){0,5}$/i;

/** Whether it calls an API: who only gets a page may want it read. */
export function isRequest(text: string): boolean {
  const said = requestIn(text);
  return said?.isAlone === true && (said.method !== "GET" || said.host === undefined || /^\s*curl\s/.test(text));
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
  try {
    const body: unknown = JSON.parse(text.slice(from, to + 1));
    return isObject(body) || Array.isArray(body) ? { body } : undefined;
  } catch {
    return undefined;
  }
}
