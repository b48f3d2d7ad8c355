/**
 * The only way to authorities: https, public addresses, no redirects, little to read, ten seconds. Their answers are
 * mended where well-known ones differ from RFC 6749, and nothing is kept of who a person is.
 */
import { HubError } from "../../runtime/errors.ts";
import type { PlainFetch } from "../plain-fetch.ts";
import { isObject } from "../../text/foreign.ts";

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
  const body = /json/i.test(type) ? parsed(text) : /form-urlencoded/i.test(type) ? formOf(text) : undefined;
  if (body === undefined)
    return new Response(status === 204 ? null : text, { status, headers: { "content-type": type } });
  // Nobody asks or keeps who the person is: the token alone is used.
  const { id_token: _, ...known } = body;
  const isError = typeof known["error"] === "string";
  const kind = known["token_type"];
  const isToken = typeof known["access_token"] === "string";
  const expires = Number(known["expires_in"]);
  return Response.json(
    {
      ...known,
      ...(isToken && !/^bearer$/i.test(String(kind)) && { token_type: "bearer" }),
      ...(isToken && known["expires_in"] !== undefined && { expires_in: expires > 0 ? expires : undefined }),
      ...(known["scope"] !== undefined && { scope: String(known["scope"]) }),
      ...(known["refresh_token"] === null && { refresh_token: undefined }),
    },
    { status: isError && status < 400 ? 400 : status, headers: challengeOf(headers) },
  );
}

function challengeOf(headers: Headers): Record<string, string> {
  const challenge = headers.get("www-authenticate");
  return challenge === null ? {} : { "www-authenticate": challenge };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function formOf(text: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(text));
}
