/** The headers of a request that leaves the hub, and what remains of them after a redirect. */
import zlib from "node:zlib";
import { HubError } from "../runtime/errors.ts";

export type RequestHeaders = Readonly<Record<string, string>>;

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Said by the connection itself, or by the hub: a caller's version of them would lie or smuggle. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|keep-alive|proxy-.*)$/;

/** All that another origin may see. Everything else could be a credential. */
const HARMLESS = new Set(["accept", "accept-language", "content-type", "user-agent"]);

/** Every coding that `decoded` undoes. */
export const ACCEPT_ENCODING = ["gzip", "deflate", "br", ...("zstdDecompress" in zlib ? ["zstd"] : [])].join(", ");

/**
 * The caller's headers with names in lower case, without those that are not the caller's to set.
 * @throws {HubError} `invalid_input` for anything that could end a header line.
 */
export function requestHeaders(given: RequestHeaders | Headers, userAgent: string): RequestHeaders {
  const headers: Record<string, string> = { "user-agent": userAgent, accept: "*/*" };
  for (const [name, value] of given instanceof Headers ? given : Object.entries(given)) {
    if (!isToken(name) || !VALUE.test(value)) {
      throw new HubError("invalid_input", "A header of the request holds characters that HTTP does not allow.");
    }
    if (!OWN.test(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Whether it may stand as a method or as the name of a header (RFC 9110, section 5.6.2). */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What another origin gets to see of them. */
export function harmless(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
}

/** Without those that describe a body. */
export function withoutBody(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("content-")));
}

const OF_TRANSFER = /^(?:content-encoding|content-length|transfer-encoding)$/i;

/** Without what described the body on its way: it arrives decompressed. */
export function answerHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!OF_TRANSFER.test(name)) headers.append(name, raw[index + 1] ?? "");
  }
  return headers;
}
