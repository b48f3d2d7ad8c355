/** A run that is done later, as its owner sees it. Pure. */
import { xrpNumber } from "../runtime/money.ts";
import { errorOf } from "../runs/outcome.ts";
import type { ListedRun } from "../runs/queries.ts";
import { KEPT_MS } from "../runs/queue.ts";
import { momentText } from "../runtime/moment.ts";

export const RUNS_PATH = "/api/v1/runs/";

/** Where a run is found. */
export function runPath(id: string): string {
  return `${RUNS_PATH}${id}/`;
}

export function runDocument(row: ListedRun): Record<string, unknown> {
  const { id, kind, name, state, attempts, charge, finished_at: finishedAt } = row;
  const error = errorOf(row);
  return {
    run_id: id,
    status: state,
    kind,
    slug: name,
    location: runPath(id),
    created_at: momentText(row.created_at),
    started_at: momentText(row.started_at),
    finished_at: momentText(finishedAt),
    expires_at: momentText(finishedAt === null ? null : finishedAt + KEPT_MS),
    attempts,
    cancel_requested: row.is_cancelled !== 0,
    charged_xrp: xrpNumber(charge),
    error: error === undefined ? null : { code: error.code, message: error.message, retryable: error.retryable },
    recommended_next_action: nextAction(row),
  };
}

function nextAction({ id, state }: ListedRun): string {
  if (state === "queued" || state === "running") return `GET ${runPath(id)}?wait=55 answers once it has ended.`;
  if (state === "succeeded") return "Use `result`; it is kept for 24 hours.";
  return "Send the request again to have it done anew.";
}
