/** Sends a built request: once more where that is safe and may help, and not at all to a host that keeps failing. */
import type { CallAnswer, GuardedCall } from "../net/call.ts";
import { asHubError, HubError } from "../runtime/errors.ts";
import { type Clock, elapsedSince } from "../runtime/world.ts";
import { type Breakers, OWN_LIMIT } from "./breaker.ts";
import { MAX_TIMEOUT_MS } from "./input.ts";
import type { UpstreamRequest } from "./request/build.ts";

export interface SendDeps {
  readonly call: GuardedCall;
  readonly breakers: Breakers;
  readonly clock: Clock;
}

/** What came back, and how long it took in milliseconds. */
export interface UpstreamAnswer extends CallAnswer {
  readonly durationMs: number;
}

export interface UpstreamCall {
  readonly request: UpstreamRequest;
  readonly timeoutMs: number;
  /** The operation of a host, as breakers know it. */
  readonly target: string;
  /** Whose call it is. */
  readonly account: string;
}

export type Send = (sending: UpstreamCall, signal: AbortSignal) => Promise<UpstreamAnswer>;

/** What is larger is cut there. */
const MAX_BYTES = 10 * 1024 * 1024;
/** By so much a timer may come early or late. */
const TIMER_SLACK_MS = 250;
/** Said by what stands before a service that is not there. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** @throws {HubError} `overloaded`, `upstream_*` or `url_not_allowed`; the signal's reason when it aborts. */
export function createSender({ call, breakers, clock }: SendDeps): Send {
  return async ({ request, timeoutMs, target, account }, signal) => {
    using turn = breakers.enter(target);
    const startedAt = clock.now();
    try {
      const answer = await attempts(request, startedAt + timeoutMs, signal);
      if (UNAVAILABLE.has(answer.status)) turn.failed(account);
      else turn.succeeded();
      return { ...answer, durationMs: elapsedSince(startedAt, clock.now()) };
    } catch (error) {
      const witness = witnessOf(error, { account, isOwn: isOwnLimit(clock.now() - startedAt, timeoutMs) });
      if (witness !== undefined) turn.failed(witness);
      throw error;
    }
  };

  async function attempts(request: UpstreamRequest, deadline: number, signal: AbortSignal): Promise<CallAnswer> {
    const attempt = async (mayReuse: boolean): Promise<CallAnswer> => {
      const signed = await request.sign?.(request);
      const headers = signed === undefined ? request.headers : { ...request.headers, ...signed };
      const timeoutMs = Math.max(1, deadline - clock.now());
      const isFollowed = signed === undefined;
      return call({ ...request, headers, isFollowed, timeoutMs, maxBytes: MAX_BYTES, mayReuse, signal });
    };
    if (!request.onlyReads) return attempt(false); // It may have been carried out, so it is sent once.
    try {
      const answer = await attempt(true);
      const isWorthIt = UNAVAILABLE.has(answer.status) && !answer.headers.has("retry-after");
      return isWorthIt ? await attempt(false) : answer;
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== "upstream_failed" || clock.now() >= deadline) throw error;
      return attempt(false);
    }
  }
}

/** Who has seen that the upstream failed; a caller that waits less than the hub says nothing when it gives up. */
function witnessOf(error: unknown, { account, isOwn }: { account: string; isOwn: boolean }): string | undefined {
  const { code } = asHubError(error);
  if (code === "upstream_timeout") return isOwn ? OWN_LIMIT : undefined;
  return code === "upstream_failed" || code === "upstream_invalid" ? account : undefined;
}

/** Whether the time that was up was the hub's: what it gives a connection, or the most that it waits for anybody. */
function isOwnLimit(waitedMs: number, timeoutMs: number): boolean {
  return timeoutMs >= MAX_TIMEOUT_MS || waitedMs + TIMER_SLACK_MS < timeoutMs;
}
