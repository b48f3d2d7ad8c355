/**
 * The way of one message to an address given by strangers. Every hop is judged by its text, then by all its resolved
 * addresses, and the socket goes to a vetted address, so that a name cannot mean one thing to the guard and another to
 * the client.
 */
import { HubError } from "../runtime/errors.ts";
import { beginSpan, codeOf, currentSpan, type Span } from "../runtime/span.ts";
import { isMetadata, isPublic } from "./address.ts";
import { exchange, type ExchangeLimits, type Message, type Open } from "./exchange.ts";
import { harmless, isToken, withoutBody } from "./headers.ts";
import type { HttpAnswer } from "./http-socket.ts";
import type { Resolve } from "./resolve.ts";
import { judge, notAllowed, parseLocation, parseUrl, type Target, type TargetRules } from "./target.ts";
import { withDeadline } from "../runtime/async/with-deadline.ts";

export interface HopLimits extends ExchangeLimits {
  readonly dnsMs: number;
  readonly maxRedirects: number;
}

/** Where a hop really goes, and whether the operator named that place, so that it may be private. */
export interface HopRoute {
  readonly url: URL;
  readonly trusted: boolean;
  /** Whether the hub's own code names the host: if it has no address then, the upstream is at fault, not the caller. */
  readonly known: boolean;
}

export interface RedirectOptions<T> {
  readonly resolve: Resolve;
  /** Asked before a name is said to be none; left out, it is believed. */
  readonly hasDns?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  readonly rules: TargetRules;
  readonly open: Open;
  readonly limits: HopLimits;
  /** Asked before every hop; throws to refuse it. */
  readonly route: (url: URL) => HopRoute;
  /** Whether a redirect is followed that would send this message on; left out, every one is. */
  readonly mayFollow?: (next: Message, sameOrigin: boolean) => boolean;
  /** Whether a redirect to an app's own scheme or a mail is the answer itself; left out, it is refused. */
  readonly tellsOthers?: boolean;
  /** Reads the answer that is no redirect. Its socket closes afterwards, unless it was read to its end. */
  readonly arrive: (head: HttpAnswer, url: URL) => Promise<T>;
}

/** More addresses than this of one host are not tried. */
const MAX_ADDRESSES = 4;

export async function followRedirects<T>(
  address: string,
  first: Message,
  options: RedirectOptions<T>,
  signal: AbortSignal,
): Promise<T> {
  const { resolve, rules, open, limits, route, mayFollow, arrive, hasDns } = options;
  if (!isToken(first.method))
    throw new HubError("invalid_input", "The method of the request holds characters that HTTP does not allow.");
  let url = parseUrl(address);
  let message = first;
  for (let redirects = 0; ; redirects++) {
    const hop = route(url);
    const target = judge(hop.url, rules, hop.trusted);
    const addresses = await resolved(target, resolve, limits.dnsMs, signal);
    if (addresses.length === 0 && hop.known) throw unresolved();
    // Else a name that does not exist gets the same answer as a private one: the two must not be told apart.
    if (addresses.length === 0 || !mayReachAll(addresses, target, rules)) {
      if (!target.isIp && hasDns !== undefined && !(await hasDns(signal))) throw unresolved();
      throw notAllowed();
    }
    const to = { target, addresses: addresses.slice(0, MAX_ADDRESSES) };
    using span = spanOf(message, target);
    using answer = await exchange(open, to, traced(message, target, rules, span), limits, signal).catch((error) => {
      span?.fail(codeOf(error));
      throw error;
    });
    const { head } = answer;
    span?.note({ "http.response.status_code": head.statusCode });
    const location = locationOf(head);
    if (location === undefined) return await arrive(head, target.url);
    const next = nextUrl(location, target.url, options.tellsOthers === true);
    if (next === undefined) return await arrive(head, target.url);
    const sameOrigin = next.origin === target.url.origin;
    const following = nextMessage(message, head.statusCode, sameOrigin);
    if (mayFollow?.(following, sameOrigin) === false) return await arrive(head, target.url);
    if (redirects === limits.maxRedirects) throw tooManyRedirects(limits.maxRedirects);
    url = next;
    message = following;
  }
}

/** It names the host and no more: what stands behind that is the caller's. */
function spanOf({ method }: Message, { url, host, port }: Target): Span | undefined {
  if (currentSpan() === undefined) return undefined; // As nearly always, and the facts take longer than to see that.
  const facts = { "http.request.method": method, "url.scheme": url.protocol.slice(0, -1) };
  return beginSpan(`${method} upstream`, "client", { ...facts, "server.address": host, "server.port": port });
}

/**
 * Judges an address before anybody fetches it, as far as its text goes: what a name leads to is judged when it is asked.
 * @throws {HubError} `url_not_allowed`.
 */
export function expectFetchable(address: string, rules: TargetRules): void {
  const target = judge(parseUrl(address), rules);
  if (target.isIp && !mayReachAll([target.host], target, rules)) throw notAllowed();
}

function traced(message: Message, target: Target, { traceTo }: TargetRules, span: Span | undefined): Message {
  if (span === undefined || traceTo?.has(`${target.url.hostname}:${target.port}`) !== true) return message;
  return { ...message, headers: { ...message.headers, traceparent: span.traceparent } };
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
    return await withDeadline(dnsMs, late, caller, (signal) => resolve(target.host, signal));
  } catch (cause) {
    if (caller.aborted || cause instanceof HubError) throw cause;
    throw unresolved(cause);
  }
}

/** All there are have to pass, so that chance never picks the private one. */
function mayReachAll(addresses: readonly string[], { trusted, port }: Target, { isSelf }: TargetRules): boolean {
  const mayReach = (address: string) => (trusted ? !isMetadata(address) : isPublic(address));
  return addresses.every((address) => mayReach(address) && isSelf?.(address, port, trusted) !== true);
}

/** Where an answer sends its reader on, if it does. */
function locationOf({ statusCode: status, valuesOf }: HttpAnswer): string | undefined {
  if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return undefined;
  const [location] = valuesOf("location");
  // Header bytes arrive as Latin-1; servers that send more than ASCII mean UTF-8.
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString();
}

/** Where a redirect leads; `undefined` where that is no address of the web and the redirect itself is told. */
function nextUrl(location: string, from: URL, tellsOthers: boolean): URL | undefined {
  const isOther = tellsOthers && URL.canParse(location) && !/^https?:$/.test(new URL(location).protocol);
  return isOther ? undefined : parseLocation(location, from);
}

/** What is sent after a redirect (RFC 9110 section 15.4). What one origin does not get to see, no later one does. */
function nextMessage(message: Message, status: number, sameOrigin: boolean): Message {
  const headers = sameOrigin ? message.headers : harmless(message.headers);
  const becomesGet = status === 303 ? message.method !== "HEAD" : status < 303 && message.method === "POST";
  return becomesGet ? { method: "GET", headers: withoutBody(headers) } : { ...message, headers };
}

function unresolved(cause?: unknown): HubError {
  return new HubError(
    "upstream_unreachable",
    "The host name could not be resolved: this hub has no answer from its DNS.",
    {
      cause,
    },
  );
}

function tooManyRedirects(limit: number): HubError {
  return new HubError("url_not_allowed", `The address redirects more than ${limit} times.`);
}
