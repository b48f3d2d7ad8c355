/**
 * The only way to authorities: https, public addresses, no redirects, little to read, ten seconds. Their answers are
 * mended where well-known ones differ from RFC 6749, and nothing is kept of who a person is.
 */
import { HubError } from "../../runtime/errors.ts";
import type { PlainFetch } from "../plain-fetch.ts";
import { isObject, jsonIn } from "../../text/foreign.ts";

export interface AuthorityFetch {
  /** In the shape that the library calls. */
  fetch(
    url: string,
    init: { method?: string; headers?: HeadersInit; body?: unknown; signal?: AbortSignal },
  ): Promise<Response>;
  /** Whether an address may be http. */
  mayBePlain(url: string): boolean;
}

const PATIENCE_MS = 10_000;

/** `allow` holds `host:port` that may be reached although it is not https. */
export function authorityFetch(send: PlainFetch, allow: ReadonlySet<string>): AuthorityFetch {
  const mayBePlain = (url: string): boolean => allow.has(URL.parse(url)?.host ?? "");
  return {
    mayBePlain,
    async fetch(url, { method, headers, body, signal = AbortSignal.timeout(PATIENCE_MS) }) {
      if (!url.startsWith("https:") && !mayBePlain(url))
        throw new HubError("insecure_upstream", "The address of the authority is not https.");
      const text = body === undefined || body === null ? undefined : String(body);
      const answer = await send(url, {
        method: method === "GET" ? "GET" : "POST",
        headers: Object.fromEntries(new Headers(headers)),
        ...(text !== undefined && { body: text }),
        signal,
      });
      return mended(answer.status, answer.headers, new TextDecoder().decode(answer.bytes));
    },
  };
}

function mended(status: number, headers: Headers, text: string): Response {
  const type = headers.get("content-type") ?? "";
  const body = parsed(text) ?? formOf(text);
  if (body === undefined)
    return new Response(status === 204 ? null : text, { status, headers: { "content-type": type } });
  // Nobody asks or keeps who the person is: the token alone is used.
  const { id_token: _, scope, refresh_token: refresh, verification_url: url, ...known } = body;
  const error = known["error"];
  const isError = typeof error === "string";
  const isToken = typeof known["access_token"] === "string";
  return Response.json(
    {
      ...(url !== undefined && { verification_uri: url }), // As Google and Trakt write it.
      ...known,
      ...secondsIn(known, isToken),
      ...(isError && { error: error.toLowerCase() }),
      ...(isToken && !/^bearer$/i.test(String(known["token_type"])) && { token_type: "bearer" }),
      ...(scope !== undefined && scope !== null && { scope: String(scope) }),
      // An empty one is none.
      ...(refresh !== null && refresh !== "" && { refresh_token: refresh }),
    },
    // RFC 6749 has every refusal of a client come with a challenge, which would hide why.
    { status: statusOf(status, isError, isToken), headers: isError ? {} : challengeOf(headers) },
  );
}

/** Some answer 200 with an error, and some 201 with a token. */
function statusOf(status: number, isError: boolean, isToken: boolean): number {
  if (isError) return status < 400 ? 400 : status;
  return isToken && status > 200 && status < 300 ? 200 : status;
}

/** How long something is good, which may come as a text; what is no such time is left out of the answer with a token. */
function secondsIn(body: Record<string, unknown>, isToken: boolean): Record<string, number | undefined> {
  const seconds: Record<string, number | undefined> = {};
  for (const name of ["expires_in", "interval"]) {
    if (body[name] === undefined) continue;
    const given = Math.floor(Number(body[name]));
    if (given > 0 && given < MAX_SECONDS) seconds[name] = given;
    else if (isToken) seconds[name] = undefined;
  }
  return seconds;
}

/** Three hundred years: no store of ours holds a moment that is much later. */
const MAX_SECONDS = 1e10;

function challengeOf(headers: Headers): Record<string, string> {
  const challenge = headers.get("www-authenticate");
  return challenge === null ? {} : { "www-authenticate": challenge };
}

/** Whatever type it is said to be. */
function parsed(text: string): Record<string, unknown> | undefined {
  const value = jsonIn(text);
  return isObject(value) ? { ...value } : undefined;
}

/** Whatever type it is said to be: some call it plain text. */
function formOf(text: string): Record<string, unknown> | undefined {
  return /^[\w.-]+=[^\s<>{}]*$/.test(text.trim()) ? Object.fromEntries(new URLSearchParams(text.trim())) : undefined;
}
