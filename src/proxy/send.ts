/** Sends a built request: once more where that is safe and may help, and not at all to a host that keeps failing. */
import type { CallAnswer, GuardedCall } from "../net/call.ts";
import { isSafe } from "../net/call.ts";
import { asHubError, HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Breakers } from "./breaker.ts";
import type { UpstreamRequest } from "./request/build.ts";

export interface SendDeps {
  readonly call: GuardedCall;
  readonly breakers: Breakers;
  readonly clock: Clock;
}

/** What came back, and how long it took in milliseconds. */
export interface Sent extends CallAnswer {
  readonly durationMs: number;
}

export type Send = (request: UpstreamRequest, timeoutMs: number, signal: AbortSignal) => Promise<Sent>;

/** What is larger is cut there. */
const MAX_BYTES = 10 * 1024 * 1024;
/** A caller that waits no longer than this says nothing about the upstream when it gives up. */
const PATIENCE_MS = 5_000;
/** Said by what stands before a service that is not there. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** @throws {HubError} `overloaded`, `upstream_*` or `url_not_allowed`; the signal's reason when it aborts. */
export function createSender({ call, breakers, clock }: SendDeps): Send {
  return async (request, timeoutMs, signal) => {
    using turn = breakers.enter(new URL(request.url).host);
    const startedAt = clock.now();
    try {
      const answer = await attempts(request, startedAt + timeoutMs, signal);
      if (UNAVAILABLE.has(answer.status)) turn.failed();
      else turn.succeeded();
      return { ...answer, durationMs: clock.now() - startedAt };
    } catch (error) {
      if (isUpstreamsFault(error, timeoutMs)) turn.failed();
      throw error;
    }
  };

  async function attempts(request: UpstreamRequest, deadline: number, signal: AbortSignal): Promise<CallAnswer> {
    const attempt = (mayReuse: boolean): Promise<CallAnswer> =>
      call({ ...request, timeoutMs: Math.max(1, deadline - clock.now()), maxBytes: MAX_BYTES, mayReuse, signal });
    if (!isSafe(request.method)) return attempt(false); // It may have been carried out, so it is sent once.
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

function isUpstreamsFault(error: unknown, timeoutMs: number): boolean {
  const { code } = asHubError(error);
  if (code === "upstream_timeout") return timeoutMs >= PATIENCE_MS;
  return code === "upstream_failed" || code === "upstream_invalid";
}
