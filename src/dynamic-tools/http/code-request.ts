/** A request in a programming language: `requests.post("https://…", json={…})`, `fetch("https://…", {method: "POST", …})`. */
import { parse } from "yaml";
import { isObject, type JsonObject } from "../../text/foreign.ts";

export interface CodeRequest {
  /** Upper case. */
  readonly method: string;
  readonly address: string;
  readonly query: JsonObject;
  readonly form: JsonObject;
  readonly body?: JsonObject | unknown[];
}

/** Imports and what an answer is called may stand before. */
const CODE =
  /^(?:(?:import|from) [^\n]{1,200}\n{1,3}){0,4}(?:(?:const|let|var) )?(?:[\w{}, ]{1,60}=\s?)?(?:await )?(?:requests|httpx|session|axios|fetch|got|ky|http|https|\$|Invoke-(?:RestMethod|WebRequest))(?=[\s.(])/;
const ADDRESS = /["'`](https?:\/\/[^"'`\s]{1,800})["'`]|-Uri\s(https?:\/\/\S{1,800})/i;
const METHODS = [
  /["']?\bmethod["']?\s{0,3}[:=]\s{0,3}["'](get|post|put|patch|delete)["']/i,
  /\brequest\(\s{0,3}["'](get|post|put|patch|delete)["']/i,
  /-Method\s["']?(get|post|put|patch|delete)\b/i,
  /\.(get|post|put|patch|delete)\s?\(/i,
];
const QUERY = /\b(?:params|query|searchParams)["']?\s{0,3}[:=]\s{0,3}/;
const JSON_BODY =
  /(?:\b(?:json|body|data)["']?\s{0,3}[:=]\s{0,3}(?:(?:JSON\.stringify|json\.dumps)\(\s{0,3})?|-Body\s["']?)/;
const FORM = /\b(?:data\s{0,3}=|body["']?\s{0,3}:\s{0,3}new URLSearchParams\()\s{0,3}/;
const SECOND = /^\s{0,10},\s{0,40}(?=[{[])/;

/** `undefined` where the text is no such code. */
export function codeRequestIn(text: string): CodeRequest | undefined {
  if (!CODE.test(text.trimStart())) return undefined;
  const found = ADDRESS.exec(text);
  const address = found?.[1] ?? found?.[2];
  if (found === null || address === undefined) return undefined;
  const method = METHODS.map((one) => one.exec(text)?.[1]).find((one) => one !== undefined);
  const behind = text.slice(found.index + found[0].length);
  const form = literalBehind(FORM, behind);
  const second = /\.(?:post|put|patch)\s?\(/i.test(text) ? literalBehind(SECOND, behind) : undefined;
  const body = form === undefined ? (literalBehind(JSON_BODY, behind) ?? second) : undefined;
  const query = literalBehind(QUERY, behind);
  return {
    method: (method ?? (body === undefined && form === undefined ? "get" : "post")).toUpperCase(),
    address,
    query: isObject(query) ? query : {},
    form: isObject(form) ? form : {},
    ...(body !== undefined && { body }),
  };
}

function literalBehind(lead: RegExp, text: string): JsonObject | unknown[] | undefined {
  const found = lead.exec(text);
  return found === null ? undefined : literalAt(text, found.index + found[0].length);
}

/** An object or a list of JavaScript or Python: within brackets YAML is written alike. */
export function literalAt(text: string, start: number): JsonObject | unknown[] | undefined {
  const end = bracketEnd(text, start);
  if (end === undefined) return undefined;
  try {
    const literal = text.slice(start, end).replace(/(?<=[:,[]\s{0,3})None\b/g, "null");
    const value: unknown = parse(literal, { maxAliasCount: 0, logLevel: "silent" });
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Behind the bracket that closes the one at `start`; those within texts close nothing. */
function bracketEnd(text: string, start: number): number | undefined {
  if (!/[{[]/.test(text[start] ?? "")) return undefined;
  let depth = 0;
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "\\") at++;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (/["'`]/.test(sign)) quote = sign;
    else if (/[{[]/.test(sign)) depth++;
    else if (/[}\]]/.test(sign) && --depth === 0) return at + 1;
  }
  return undefined;
}
