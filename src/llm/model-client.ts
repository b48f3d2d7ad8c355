/**
 * The calls to the model's server: one completion within its deadlines and within the day's budget, tried again where
 * that may help, and not at all while the server is known to fail.
 */
import { setTimeout as delay } from "node:timers/promises";
import { HubError } from "../runtime/errors.ts";
import { linkedSignal } from "../runtime/async/linked-signal.ts";
import { type Awaitable, type Clock, leftOf, type TimeSpan } from "../runtime/world.ts";
import { createBreaker } from "./breaker.ts";
import type { ModelBudget } from "./budget.ts";
import { complete, type Completion } from "./completion.ts";
import { type ServerDialect, FULL_DIALECT, type CompletionRequest } from "./dialect.ts";
import { type Endpoint, withoutKey } from "./endpoint.ts";
import { ModelFault } from "./fault.ts";
import { requestTokens } from "./most-tokens.ts";
import { isLasting, plainer } from "./plainer.ts";
import { reachable } from "./reachable.ts";
import { toHubError } from "./refusals.ts";
import type { SocketAddress } from "./socket-addresses.ts";

export interface Deadlines {
  readonly connectMs: number;
  readonly firstTokenMs: number;
  /** Of one question, with its repair and everything tried again. */
  readonly totalMs: number;
}

export interface ModelClientOptions {
  readonly endpoint: Endpoint;
  /** Where connections to it are made. */
  readonly addresses: readonly SocketAddress[];
  readonly budget: ModelBudget;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly warn: (message: string) => void;
}

export interface Bounds {
  /** When there is no more time for trying again. */
  readonly endsAt: number;
  /** Told what it has cost, in tokens, whatever came of it. */
  readonly spend: (tokens: number) => Awaitable<void>;
}

/** Of a call while it lasts: it may be asked several times, and waits in between. */
interface CallState {
  /** A request was sent whose end was not seen to cost nothing. */
  isUnderWay: boolean;
}

export interface ModelClient {
  /** Why nothing can be asked at present, as far as is known without asking. */
  fault(): HubError | undefined;
  /** @throws {HubError} when none may begin now. */
  begin(): void;
  /** @throws {HubError}, or the signal's reason. */
  complete(wanted: CompletionRequest, signal: AbortSignal, bounds: Bounds): Promise<Completion>;
  /** What the server has turned out to know. */
  dialect(): ServerDialect;
}

const RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** From 520 on they are of a proxy before the server, and 529 is of the server. */
const RETRIED: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);
const BREAKER = { failures: 5, openMs: 30_000 };
/** A day's budget that was too small a moment ago is not asked again at once. */
const SPENT_MS = 5_000;
/** What the shortest question of an actor can cost. */
const LEAST_TOKENS = 5_000;
/** No server keeps us from asking for longer than this. */
const MAX_QUIET_MS = 60_000;

export function createModelClient({
  endpoint,
  addresses,
  budget,
  clock,
  deadlines,
  warn,
}: ModelClientOptions): ModelClient {
  const breaker = createBreaker(clock, BREAKER);
  const reach = reachable(addresses, clock, deadlines.connectMs);
  let dialect = FULL_DIALECT;
  /** For how long the server wants to be left alone, and until the budget may have room again. */
  let quiet: TimeSpan | undefined;
  let isSpent: TimeSpan | undefined;

  return { fault, begin, complete: affordable, dialect: () => dialect };

  function fault(): HubError | undefined {
    const now = clock.now();
    if (leftOf(isSpent, now) > 0) return withoutBudget("is spent");
    const waitMs = Math.max(breaker.waitMs(), leftOf(quiet, now));
    return waitMs > 0 ? resting(waitMs) : undefined;
  }

  function begin(): void {
    const known = fault();
    if (known !== undefined) throw known;
    if (!breaker.enter()) throw resting(BREAKER.openMs);
  }

  /** What the call can cost at worst is set aside before it, and what it did cost is put in its place after. */
  async function affordable(
    wanted: CompletionRequest,
    signal: AbortSignal,
    { endsAt, spend }: Bounds,
  ): Promise<Completion> {
    const worst = worstCase(wanted);
    const reserved = await budget.reserve(worst);
    if (reserved === undefined) {
      const { tokens, limit = Number.POSITIVE_INFINITY } = await budget.today();
      // What one large question does not find room in has room for others.
      if (limit - tokens >= LEAST_TOKENS) throw withoutBudget("has no room for a question as long as this");
      isSpent = { at: clock.now(), ms: SPENT_MS };
      throw withoutBudget("is spent");
    }
    // Whatever ends a request unseen may have cost all of it.
    let cost = worst;
    const call: CallState = { isUnderWay: false };
    try {
      const completion = await persistent(wanted, signal, endsAt, call);
      cost = costOf(completion, wanted);
      return completion;
    } catch (error) {
      if (!call.isUnderWay) cost = 0;
      if (!(error instanceof ModelFault)) throw error;
      warn(`The language model failed: ${describe(error)}`);
      throw toHubError(error);
    } finally {
      try {
        await reserved.settle(cost);
        await spend(cost);
      } catch (error) {
        warn(`Cannot settle the tokens of a question; all that was set aside counts as spent: ${error}`);
      }
    }
  }

  async function persistent(
    wanted: CompletionRequest,
    signal: AbortSignal,
    endsAt: number,
    call: CallState,
  ): Promise<Completion> {
    let assumed = dialect;
    let learned = dialect;
    for (let retries = 0; ;) {
      try {
        await reach(signal);
        call.isUnderWay = true;
        const completion = await attempt(assumed, wanted, signal);
        dialect = ranOutOfRoom(completion) ? { ...learned, thinks: true } : learned;
        breaker.succeed();
        return completion;
      } catch (error) {
        if (!(error instanceof ModelFault)) {
          if (isOurDeadline(error)) breaker.fail();
          throw error;
        }
        call.isUnderWay = error.mayHaveCost;
        const next = plainer(assumed, error);
        if (next !== undefined) {
          assumed = next;
          if (isLasting(error)) learned = next;
          continue;
        }
        const { status = 0, retryAfterMs } = error.facts;
        const waitMs = retryAfterMs ?? FIRST_WAIT_MS * 2 ** retries;
        // Time must be left for the model to begin.
        const isInTime = clock.now() + waitMs + deadlines.firstTokenMs <= endsAt;
        const isWorthIt = RETRIED.has(status) && retries < RETRIES && isInTime;
        if (!isWorthIt) {
          if (status === 429) quiet = { at: clock.now(), ms: Math.min(waitMs, MAX_QUIET_MS) };
          // It answers, and may take the next.
          else if (error.isOfRequest) breaker.succeed();
          else if (error.kind !== "endless") breaker.fail();
          throw error;
        }
        retries++;
        await pause(waitMs, signal);
      }
    }
  }

  async function attempt(assumed: ServerDialect, wanted: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const silent = new AbortController();
    // Of an answer that is sent whole the first word comes with the last.
    const waitMs = assumed.hasStream ? deadlines.firstTokenMs : deadlines.totalMs;
    const timer = setTimeout(
      () => silent.abort(new ModelFault("slow", "The language model did not begin to answer in time.")),
      waitMs,
    );
    using linked = linkedSignal(signal, silent.signal);
    try {
      return await complete(endpoint, assumed, wanted, { signal: linked.signal, begun: () => clearTimeout(timer) });
    } finally {
      clearTimeout(timer);
    }
  }

  function worstCase(wanted: CompletionRequest): number {
    return requestTokens(endpoint.model, dialect, wanted);
  }

  /** No answer costs nothing, whatever a server says. */
  function costOf({ usage, text, thoughtBytes, refusal }: Completion, wanted: CompletionRequest): number {
    const counted = usage === undefined ? Number.NaN : usage.input + usage.output;
    if (Number.isSafeInteger(counted) && counted > 0) return counted;
    const told = { ...wanted, maxTokens: Buffer.byteLength(text + refusal) + thoughtBytes };
    return requestTokens(endpoint.model, { ...dialect, thinks: false }, told);
  }

  function withoutBudget(why: string): HubError {
    return new HubError("llm_unavailable", `The language model's budget for today ${why}.`, {
      retryAfterMs: budget.renewsInMs(),
    });
  }

  function describe({ message, facts }: ModelFault): string {
    const told = withoutKey(facts.said ?? String(facts.cause ?? ""), endpoint.apiKey);
    return `${message} ${facts.said === undefined ? told : JSON.stringify(told.slice(0, 300))}`.trim();
  }
}

function resting(waitMs: number): HubError {
  return new HubError("llm_unavailable", "The language model has failed several times and is left alone for a while.", {
    retryAfterMs: waitMs,
  });
}

/** An answer that ended before it was said had its room taken by thoughts, seen or not. */
function ranOutOfRoom({ finish, text, thoughtBytes }: Completion): boolean {
  return finish === "length" && (thoughtBytes > 0 || text.trim() === "");
}

function isOurDeadline(error: unknown): boolean {
  return error instanceof HubError && error.code === "upstream_timeout";
}

/** @throws the signal's reason, as it is: the library's own error would say only that it was aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
