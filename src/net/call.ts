/** One call of an upstream on a caller's behalf: any method, any answer, cut where it grows too long. */
import { HubError } from "../runtime/errors.ts";
import type { Sweep } from "../runtime/world.ts";
import type { HttpAnswer } from "./http-socket.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import { type HopRoute, followRedirects } from "./follow-redirects.ts";
import type { ConnectionPool } from "./pool.ts";
import type { Resolve } from "./resolve.ts";
import { type LimitedBody, readLimited } from "./body.ts";
import { type RuleSettings, rulesFor } from "./target.ts";
import { withDeadline } from "../runtime/async/with-deadline.ts";

export interface CallSettings extends RuleSettings {
  readonly resolve: Resolve;
  /** Whether the DNS of the world is asked at all; left out, a name that is not found is none. */
  readonly hasDns?: (signal: AbortSignal) => Promise<boolean>;
  readonly pool: ConnectionPool;
  /** Told of what reading a large answer leaves behind. */
  readonly sweep?: Sweep;
}

export interface OutgoingCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** For the whole call, redirects included. */
  readonly timeoutMs: number;
  /** Of the answer, decompressed. What is larger is cut there. */
  readonly maxBytes: number;
  /** Whether redirects are followed; left out, they are. */
  readonly isFollowed?: boolean;
  /** Whether a connection of an earlier call may be used. */
  readonly mayReuse: boolean;
  readonly signal: AbortSignal;
}

export interface CallAnswer extends LimitedBody {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
}

/**
 * Makes the call. Any status is an answer. A redirect that would take a body to another origin, or to an app's own
 * scheme, is one, too: it may be all that the call was for. Of a stream of events what has come in time is told.
 * @throws {HubError} `url_not_allowed`, `upstream_timeout`, `upstream_invalid` or `upstream_failed`; the signal's
 * reason when it aborts.
 */
export type GuardedCall = (call: OutgoingCall) => Promise<CallAnswer>;

/** The deadline of the whole call is that of the first byte, too. */
const LIMITS = {
  dnsMs: 5_000,
  connectMs: 5_000,
  firstByteMs: Number.POSITIVE_INFINITY,
  maxRedirects: 5,
};

export function createCall(settings: CallSettings): GuardedCall {
  const { resolve, pool, sweep } = settings;
  const rules = rulesFor(settings);
  const { hasDns } = settings;

  return ({
    method,
    url: address,
    headers,
    body,
    timeoutMs,
    maxBytes,
    mayReuse,
    isFollowed = true,
    signal: caller,
  }) => {
    const late = () =>
      new HubError("upstream_timeout", `The upstream service did not answer within ${timeoutMs / 1000} s.`);
    let host: string | undefined; // Of the address itself, which is the first that is asked for.
    const route = (url: URL): HopRoute => ({ url, trusted: false, known: url.host === (host ??= url.host) });
    const startedAt = performance.now();
    const arrive = async (head: HttpAnswer, url: URL): Promise<CallAnswer> => {
      const headers = answerHeaders(head.rawHeaders);
      const leftMs = timeoutMs * STREAM_SHARE - (performance.now() - startedAt);
      using end = isStream(headers) ? timerOf(leftMs) : undefined;
      const body = await readLimited(head, maxBytes, { sweep, over: end?.over });
      return { url: url.href, status: head.statusCode, headers, ...body };
    };
    const message = { method, headers: requestHeaders(headers, ""), ...(body !== undefined && { body }) };
    return withDeadline(timeoutMs, late, caller, (signal) =>
      followRedirects(
        address,
        message,
        {
          resolve,
          hasDns,
          rules,
          open: mayReuse ? pool.open : pool.openAlone,
          limits: LIMITS,
          route,
          mayFollow: (next, sameOrigin) =>
            isFollowed && (sameOrigin || (next.body === undefined && isSafe(next.method))),
          tellsOthers: true,
          arrive,
        },
        signal,
      ),
    );
  };
}

/** Of the time that a call has: what a stream is read for, so that there is some left to tell it. */
const STREAM_SHARE = 0.9;

/** What may go on for ever, and is worth telling piece by piece. */
function isStream(headers: Headers): boolean {
  return /^(?:text\/event-stream|application\/(?:x-ndjson|x-json-stream|stream\+json|json-seq))\b/i.test(
    headers.get("content-type") ?? "",
  );
}

function timerOf(ms: number): Disposable & { readonly over: Promise<void> } {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  return { over, [Symbol.dispose]: () => clearTimeout(timer) };
}

/** Whether repeating it changes nothing (RFC 9110, section 9.2.1). */
function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
