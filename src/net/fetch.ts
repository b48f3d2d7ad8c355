/**
 * Fetching addresses given by strangers. Every hop is judged by its text, then by all its resolved addresses, and
 * the socket goes to a vetted address, so that a name cannot mean one thing to the guard and another to the client.
 */
import type { Fetched, FetchOptions } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { isMetadata, isPublic } from "./address.ts";
import { readBody } from "./body.ts";
import { type Dial, dialDirectly, exchange, type ExchangeLimits, type Message } from "./exchange.ts";
import { harmless, requestHeaders, withoutBody } from "./headers.ts";
import type { Resolve } from "./resolve.ts";
import { hostKey, judge, notAllowed, parseLocation, parseUrl, type Target, type TargetRules } from "./target.ts";
import { within } from "./within.ts";

export interface Limits extends ExchangeLimits {
  readonly dnsMs: number;
  /** For the whole fetch, redirects included. */
  readonly totalMs: number;
  /** Of a body, compressed and decompressed alike. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const DEFAULT_LIMITS: Limits = {
  dnsMs: 5_000,
  connectMs: 5_000,
  firstByteMs: 10_000,
  totalMs: 15_000,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 5,
};

export interface FetchSettings {
  readonly resolve: Resolve;
  /** `host:port` of what may be reached although private (`NET_ALLOW`). */
  readonly allow: Iterable<string>;
  /** The hub's own `host`, or `host:port`, as in its public URL. */
  readonly selfHosts: readonly string[];
  /** Says who is asking, with a contact. Sent unless the caller sets one. */
  readonly userAgent?: string;
  readonly limits?: Partial<Limits>;
  readonly dial?: Dial;
}

/** Where a hop really goes, and whether the operator named that place, so that it may be private. */
export interface Route {
  readonly url: URL;
  readonly trusted: boolean;
  /** Whether the hub's own code names the host: if it has no address then, the upstream is at fault, not the caller. */
  readonly known: boolean;
}

export interface GuardedOptions extends FetchOptions {
  readonly signal: AbortSignal;
  /** Asked before every hop; throws to refuse it. */
  readonly route?: (url: URL) => Route;
}

/**
 * Fetches one address, following redirects. Any status is an answer.
 * @throws {HubError} `url_not_allowed`, `upstream_timeout`, `upstream_too_large`, `upstream_invalid` or
 * `upstream_failed`; the signal's reason when it aborts.
 */
export type GuardedFetch = (url: string, options: GuardedOptions) => Promise<Fetched>;

/** More addresses than this of one host are not tried. */
const MAX_ADDRESSES = 4;

export function createFetch(settings: FetchSettings): GuardedFetch {
  const { resolve, userAgent = "agent-api-hub (self-hosted)", dial = dialDirectly } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const rules: TargetRules = {
    allow: new Set([...settings.allow].map(hostKey)),
    selfHosts: new Set(settings.selfHosts.map((host) => host.toLowerCase())),
  };

  return (address, { signal: caller, route = asIs, ...options }) => {
    const late = () => new HubError("upstream_timeout", "The upstream service did not finish its answer in time.");
    return within(limits.totalMs, late, caller, async (signal) => {
      let url = parseUrl(address);
      let message = firstMessage(options, userAgent);
      for (let redirects = 0; ; redirects++) {
        const hop = route(url);
        const target = judge(hop.url, rules, hop.trusted);
        const addresses = await resolved(target, resolve, limits.dnsMs, signal);
        if (addresses.length === 0 && hop.known) throw unresolved();
        // Else a name that does not exist gets the same answer as a private one: the two must not be told apart.
        if (addresses.length === 0 || !mayReachAll(addresses, target)) throw notAllowed();
        using answer = await exchange(
          dial,
          { target, addresses: addresses.slice(0, MAX_ADDRESSES) },
          message,
          limits,
          signal,
        );
        const { head } = answer;
        const location = locationOf(head.statusCode, head.headers.location);
        if (location === undefined) {
          const bytes = await readBody(head, limits.maxBytes);
          return { url: target.url.href, status: head.statusCode ?? 0, headers: answerHeaders(head.rawHeaders), bytes };
        }
        if (redirects === limits.maxRedirects) throw tooManyRedirects(limits.maxRedirects);
        url = parseLocation(location, target.url);
        message = nextMessage(message, head.statusCode ?? 0, url.origin === target.url.origin);
      }
    });
  };
}

function asIs(url: URL): Route {
  return { url, trusted: false, known: false };
}

function firstMessage({ method = "GET", headers = {}, body }: FetchOptions, userAgent: string): Message {
  return { method, headers: requestHeaders(headers, userAgent), ...(body !== undefined && { body }) };
}

async function resolved(
  target: Target,
  resolve: Resolve,
  dnsMs: number,
  caller: AbortSignal,
): Promise<readonly string[]> {
  if (target.isIp) return [target.host];
  const late = () => new HubError("upstream_timeout", "The host name could not be resolved in time.");
  try {
    return await within(dnsMs, late, caller, (signal) => resolve(target.host, signal));
  } catch (cause) {
    if (caller.aborted || cause instanceof HubError) throw cause;
    throw unresolved(cause);
  }
}

/** All there are have to pass, so that chance never picks the private one. */
function mayReachAll(addresses: readonly string[], { trusted }: Target): boolean {
  return addresses.every((address) => (trusted ? !isMetadata(address) : isPublic(address)));
}

/** Where an answer sends its reader on, if it does. */
function locationOf(status: number | undefined, location: string | undefined): string | undefined {
  if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return undefined;
  // Header bytes arrive as Latin-1; servers that send more than ASCII mean UTF-8.
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString();
}

/** What is sent after a redirect (RFC 9110 section 15.4). What one origin does not get to see, no later one does. */
function nextMessage(message: Message, status: number, sameOrigin: boolean): Message {
  const headers = sameOrigin ? message.headers : harmless(message.headers);
  const becomesGet = status === 303 ? message.method !== "HEAD" : status < 303 && message.method === "POST";
  return becomesGet ? { method: "GET", headers: withoutBody(headers) } : { ...message, headers };
}

/** Without what described the body on its way: it arrives decompressed. */
function answerHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? "", raw[index + 1] ?? "");
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return headers;
}

function unresolved(cause?: unknown): HubError {
  return new HubError("upstream_failed", "The host name could not be resolved.", { cause });
}

function tooManyRedirects(limit: number): HubError {
  return new HubError("url_not_allowed", `The address redirects more than ${limit} times.`);
}
