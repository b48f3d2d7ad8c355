/** Fetching addresses given by strangers: whole answers, limited in size, time and redirects. */
import type { FetchResult, FetchOptions } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { readWhole } from "./body.ts";
import { type Connect, openAlone } from "./connect.ts";
import type { Message } from "./exchange.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import { type HopLimits, type HopRoute, followRedirects } from "./follow-redirects.ts";
import type { HttpAnswer } from "./http-socket.ts";
import type { Resolve } from "./resolve.ts";
import { type RuleSettings, rulesFor } from "./target.ts";
import { withDeadline } from "../runtime/async/with-deadline.ts";

export interface FetchLimits extends HopLimits {
  /** For the whole fetch, redirects included. */
  readonly totalMs: number;
  /** Of a body, compressed and decompressed alike. */
  readonly maxBytes: number;
}

const DEFAULT_LIMITS: FetchLimits = {
  dnsMs: 5_000,
  connectMs: 5_000,
  firstByteMs: 10_000,
  totalMs: 15_000,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 5,
};

export interface FetchSettings extends RuleSettings {
  readonly resolve: Resolve;
  /** Whether the DNS of the world is asked at all; left out, a name that is not found is none. */
  readonly hasDns?: (signal: AbortSignal) => Promise<boolean>;
  /** Says who is asking, with a contact. Sent unless the caller sets one. */
  readonly userAgent?: string;
  readonly limits?: Partial<FetchLimits>;
  readonly connect?: Connect;
}

export interface GuardedOptions extends FetchOptions {
  readonly signal: AbortSignal;
  /** Asked before every hop; throws to refuse it. */
  readonly route?: (url: URL) => HopRoute;
}

/**
 * Fetches one address, following redirects. Any status is an answer.
 * @throws {HubError} `url_not_allowed`, `upstream_timeout`, `upstream_too_large`, `upstream_invalid` or
 * `upstream_failed`; the signal's reason when it aborts.
 */
export type GuardedFetch = (url: string, options: GuardedOptions) => Promise<FetchResult>;

export function createFetch(settings: FetchSettings): GuardedFetch {
  const { resolve, userAgent = "agent-api-hub (self-hosted)", connect } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const rules = rulesFor(settings);
  const { hasDns } = settings;
  const open = openAlone(connect);

  return (address, { signal: caller, route = asIs, ...options }) => {
    const late = () => new HubError("upstream_timeout", "The upstream service did not finish its answer in time.");
    const arrive = async (head: HttpAnswer, url: URL): Promise<FetchResult> => ({
      url: url.href,
      status: head.statusCode,
      bytes: await readWhole(head, limits.maxBytes),
      headers: answerHeaders(head.rawHeaders),
    });
    return withDeadline(limits.totalMs, late, caller, (signal) =>
      followRedirects(
        address,
        firstMessage(options, userAgent),
        { resolve, hasDns, rules, open, limits, route, arrive },
        signal,
      ),
    );
  };
}

function asIs(url: URL): HopRoute {
  return { url, trusted: false, known: false };
}

function firstMessage({ method = "GET", headers = {}, body }: FetchOptions, userAgent: string): Message {
  return { method, headers: requestHeaders(headers, userAgent), ...(body !== undefined && { body }) };
}
