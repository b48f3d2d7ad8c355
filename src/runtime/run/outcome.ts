/** What a run came to. */
import { asHubError, HubError } from "../errors.ts";
import type { Answer } from "../ports/answer.ts";
import type { Purchase } from "../ports/idempotency.ts";
import { elapsedSince } from "../world.ts";
import type { Run } from "./run.ts";

export interface Success extends Purchase {
  readonly ok: true;
  readonly headers: Readonly<Record<string, string>>;
  /** It is the answer to an earlier request, told again. */
  readonly isReplay?: true;
  /** There is no answer yet: the run was written down, and what was set aside for it is its own now. */
  readonly isQueued?: true;
}

export interface Failure extends Pick<Purchase, "runId" | "startedAt" | "durationMs" | "charge"> {
  readonly ok: false;
  /** What the stages have to tell the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: HubError;
}

/** What an admitted run came to. */
export type Outcome = Success | Failure;

/** An admitted run that came to nothing. */
export function failure(run: Run, error: unknown, now: number): Failure {
  return {
    ok: false,
    runId: run.id,
    startedAt: run.startedAt,
    durationMs: elapsedSince(run.startedAt, now),
    charge: 0n,
    headers: {},
    error: asHubError(error),
  };
}

/** The run was written down, to be done later. `id` is not its own where an earlier request has written it down. */
export function queuedRun(run: Run, id: string, now: number): Success {
  return {
    ok: true,
    isQueued: true,
    runId: id,
    startedAt: run.startedAt,
    durationMs: elapsedSince(run.startedAt, now),
    charge: 0n,
    headers: {},
    answer: { itemsJson: "", count: 0, warnings: [] },
    warnings: run.warnings,
  };
}

/** The run ends because nobody waits for it; the answer reaches nobody. */
export function abandonedRun(run: Run, now: number): Failure {
  return failure(run, new HubError("overloaded", "The caller hung up."), now);
}

/** An admitted run that is answered. */
export function success(run: Run, answer: Answer, now: number, hit?: Purchase["hit"]): Success {
  const { id: runId, startedAt, charge, warnings } = run;
  const told: Success = {
    ok: true,
    runId,
    startedAt,
    durationMs: elapsedSince(startedAt, now),
    charge,
    headers: {},
    answer,
    warnings,
  };
  return hit === undefined ? told : { ...told, hit };
}
