/** What a run that was done later came to, as the stages would have told it to whoever had waited. */
import { HubError, type Issue } from "../runtime/errors.ts";
import { readStoredResponse } from "../runtime/run/stored-response.ts";
import type { RunRow } from "./queries.ts";
import type { Outcome } from "../runtime/run/outcome.ts";
import type { ErrorCode } from "../runtime/error-codes.ts";

type EndedRow = Pick<RunRow, "id" | "state" | "result" | "error" | "created_at" | "started_at" | "finished_at">;

/** `undefined` while it has not ended. */
export function outcomeOf(row: EndedRow): Outcome | undefined {
  if (row.state === "succeeded" && row.result !== null) {
    const { purchase, headers } = readStoredResponse(row.result);
    return { ok: true, ...purchase, headers };
  }
  const error = errorOf(row);
  if (error === undefined) return undefined;
  const startedAt = row.started_at ?? row.created_at;
  const durationMs = (row.finished_at ?? startedAt) - startedAt;
  return { ok: false, runId: row.id, startedAt, durationMs, charge: 0n, headers: {}, error };
}

/** Why it has no answer; `undefined` where it has, or may come to one. */
export function errorOf({ state, error }: Pick<RunRow, "state" | "error">): HubError | undefined {
  if (state === "cancelled") return new HubError("run_cancelled", "The run was cancelled; nothing was charged.");
  return state === "failed" ? readError(error ?? "") : undefined;
}

/** What is kept of an error. */
export function writeError({ code, message, details, nextActions }: HubError): string {
  const { retryAfterMs, issues, answerJson } = details;
  const answer = typeof answerJson === "string" ? answerJson : undefined;
  return JSON.stringify({ code, message, nextActions, retryAfterMs, issues, answerJson: answer });
}

function readError(text: string): HubError {
  // What `writeError` wrote.
  const { code, message, ...details } = JSON.parse(text) as {
    code: ErrorCode;
    message: string;
    nextActions: string[];
    retryAfterMs?: number;
    issues?: Issue[];
    answerJson?: string;
  };
  return new HubError(code, message, details);
}
