/** What the paths of runs that are done later answer. */
import { Type } from "@sinclair/typebox";
import { Anything, Moment, NextAction, orNull, Xrp } from "./common.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

const RUN = {
  run_id: Type.String(),
  status: OneOf(["queued", "running", "succeeded", "failed", "cancelled"]),
  kind: OneOf(["actor", "api", "tool"]),
  slug: Type.String({ description: "Of the actor, entry, category or tool that it runs." }),
  location: Type.String(),
  created_at: Moment,
  started_at: orNull(Moment),
  finished_at: orNull(Moment),
  expires_at: orNull(Moment),
  attempts: Type.Integer({ description: "How often it was begun; a process may have died with it." }),
  cancel_requested: Type.Boolean(),
  charged_xrp: Xrp,
  error: orNull(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
  recommended_next_action: NextAction,
};

export const QueuedRun = Type.Object(RUN, { $id: "QueuedRun" });

export const RunDetail = Type.Object(
  {
    ...RUN,
    result_status: orNull(
      Type.Integer({ description: "The HTTP status that a request would have got that had waited." }),
    ),
    result: orNull(Anything),
  },
  { $id: "RunDetail" },
);

export const RunList = Type.Object({
  runs: Type.Array(QueuedRun),
  next_cursor: orNull(Type.String()),
  recommended_next_action: NextAction,
});

export const RunBatch = Type.Object({
  runs: Type.Array(
    Type.Object({
      run_id: orNull(Type.String()),
      status: Type.String({ description: "As of a run, or `refused`." }),
      location: orNull(Type.String()),
      result: Type.Optional(Anything),
      error: orNull(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
    }),
  ),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  recommended_next_action: NextAction,
});
