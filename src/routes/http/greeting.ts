/**
 * What comes before every handler: the answer gets its id and what lets a browser read it, and a request that names no
 * host, or that a page of another origin sends without having asked, gets no further.
 */
import { ANSWER_HEADERS, REQUEST_HEADERS } from "../../presenters/headers.ts";
import { HubError } from "../../runtime/errors.ts";
import { isRebound } from "./own-host.ts";
import { sentKey } from "./sent-key.ts";

export interface GreetingDeps {
  readonly hubUrl: () => string;
  /** Only this machine reaches it, and through no proxy. */
  readonly isLocal: boolean;
  /** Aborted when the process is to end. */
  readonly leaving: AbortSignal;
}

type ResponseHeaders = Record<string, string | number>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * One host with or without a port, or nothing (RFC 9112, section 3.2). The server joins repeated headers by a comma,
 * which is no character of this: two hosts in one request are a smuggler's.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d*)?$/i;

const EXPOSED = Object.keys(ANSWER_HEADERS).join(", ");

/** Only a browser asks, and it names its origin. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };

export const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": [
    ...Object.keys(REQUEST_HEADERS),
    "Content-Type",
    "SIGN-IN-WITH-X",
    "X-Payment-Verified",
    "Access-Control-Expose-Headers",
    "X-Request-Id",
  ].join(", "),
  "access-control-max-age": "86400",
};

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const SIMPLE_TYPES = /^\s*(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** What greets a request. @throws {HubError} where it is to be refused. */
export function createGreeting({ hubUrl, isLocal, leaving }: GreetingDeps) {
  const isKnownHost = hostJudge();
  return (request: Request, headers: ResponseHeaders): void => {
    const origin = request.headers.get("origin");
    identify(request, headers, leaving, origin);
    // Nobody reads it, and it could drip for ever.
    if (BODILESS.has(request.method) && hasBody(request.headers)) headers["connection"] = "close";
    if (!isKnownHost(request.headers.get("host") ?? "")) throw noHost();
    // Most requests name none, and to look at the rest of them takes longer than to look for that.
    if (origin === null) return;
    if (isSimpleFromElsewhere(request, origin))
      throw new HubError("unsupported_media_type", "A page of another origin must send its body as application/json.");
    if (isLocal && isRebound(request, hubUrl())) throw foreignHost();
  };
}

/** Gives the answer its request id, and a browser leave to read it; of a process that is to end it is the last one. */
export function identify(
  request: Request,
  headers: ResponseHeaders,
  leaving: AbortSignal,
  origin: string | null = request.headers.get("origin"),
): void {
  const sent = request.headers.get("x-request-id");
  headers["x-request-id"] = sent !== null && UUID.test(sent) ? sent : crypto.randomUUID();
  if (origin !== null) Object.assign(headers, CORS);
  // What is sent on a connection in the moment that it is closed is lost (RFC 9112, section 9.6).
  if (leaving.aborted) headers["connection"] = "close";
}

export function hasBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";
}

/** Callers name the same host again and again. */
function hostJudge(): (host: string) => boolean {
  let last = "";
  return (host) => {
    if (host === last) return true;
    if (!isHost(host)) return false;
    last = host;
    return true;
  };
}

/**
 * Whether any page can have a browser send this without asking first (Fetch, "CORS-safelisted request-header"): a hub
 * on loopback would run and register for whatever its owner looks at.
 */
function isSimpleFromElsewhere({ method, headers }: Request, origin: string): boolean {
  if (method !== "POST" || sentKey(headers) !== undefined) return false;
  const type = headers.get("content-type");
  if (type !== null && !SIMPLE_TYPES.test(type)) return false;
  return URL.parse(origin)?.host !== headers.get("host");
}

/** The server writes it into the address of the request as it came, which "1.2.3.999" would make none. */
function isHost(text: string): boolean {
  return HOST.test(text) && (text === "" || URL.canParse(`http://${text}/`));
}

/** Whether its Host header is one, or it needs none. */
export function namesOneHost({ headers }: Request): boolean {
  return isHost(headers.get("host") ?? "");
}

export function noHost(): HubError {
  return new HubError("invalid_input", "Send one Host header that names a host.");
}

function foreignHost(): HubError {
  return new HubError("invalid_input", "This hub has no such name: its operator says in HUB_PUBLIC_URL which it has.");
}
