/** Runs that are done later: looked at, waited for, listed, cancelled, and begun by the hundred. */
import { Type } from "@sinclair/typebox";
import { nameParameter, type RouteExample } from "../../presenters/route.ts";
import { runDocument, RUNS_PATH } from "../../presenters/run-document.ts";
import { QueuedRun, RunBatch, RunDetail, RunList } from "../../presenters/schemas/runs.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import type { Execute } from "../../runtime/run/pipeline.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { outcomeOf } from "../../runs/outcome.ts";
import type { RunRow } from "../../runs/queries.ts";
import { type RunCursor, digestOf } from "../../runs/queue.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, expectValid } from "../http/body.ts";
import type { CallerDeps } from "../http/caller.ts";
import { answerHolder, type HolderDeps } from "../http/holder.ts";
import { type LaterDeps, MAX_WAIT_SECONDS } from "../http/later.ts";
import type { LongAnswersDeps } from "../http/long-answers.ts";
import type { Mount, RouteContext } from "../http/mount.ts";
import { expectValidQuery, queryInput } from "../http/query.ts";
import { Batch, batchTexts, beginAll } from "./run-batch.ts";
import { sentKey } from "../http/sent-key.ts";

export interface RunRoutesDeps extends LaterDeps, HolderDeps, CallerDeps, BodyDeps, LongAnswersDeps {
  readonly execute: Execute;
  readonly stopping: AbortSignal;
}

const MAX_LISTED = 100;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const Wait = Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS })) });
const Listing = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LISTED, default: 20 })),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: "`next_cursor` of the page before." })),
});

const EXAMPLE: RouteExample = { params: { id: "00000000-0000-4000-8000-000000000000" } };

export function runRoutes(deps: RunRoutesDeps, mount: Mount): void {
  const { runs } = deps;
  const judges = { wait: inputValidator(Wait), listing: inputValidator(Listing), batch: inputValidator(Batch) };
  const params = nameParameter("id", "Id of a run.");

  mount(
    {
      id: "get_run",
      method: "GET",
      path: `${RUNS_PATH}:id/`,
      tag: "runs",
      summary: "One run; with `wait` it answers once that has ended.",
      params,
      query: Wait,
      ok: { description: "The run, with its result where there is one.", schema: RunDetail },
      statuses: [403, 404],
      access: "holder",
      example: EXAMPLE,
    },
    async ({ request, params, set }) => {
      const { wait = 0 } = expectValidQuery(judges.wait(queryInput(Wait, request.url))) as { wait?: number };
      return owned({ request, params, set }, "GET", async (id) => {
        const row = (await runs.wait(id, wait * 1000, request.signal)) ?? throwUnknown();
        return detail(row, request, String(set.headers["x-request-id"]));
      });
    },
  );
  mount(
    {
      id: "cancel_run",
      method: "DELETE",
      path: `${RUNS_PATH}:id/`,
      tag: "runs",
      summary: "Cancels a run: at once while it waits, and soon while it is done.",
      params,
      ok: { description: "The run as it is then.", schema: QueuedRun },
      statuses: [403, 404],
      access: "holder",
      example: EXAMPLE,
    },
    (context) => owned(context, "DELETE", async (id) => runDocument((await runs.cancel(id)) ?? throwUnknown())),
  );
  mount(
    {
      id: "list_runs",
      method: "GET",
      path: RUNS_PATH,
      tag: "runs",
      summary: "The runs of a key that were to be done later, the newest first.",
      query: Listing,
      ok: { description: "One page of them; they are kept for 24 hours after their end.", schema: RunList },
      statuses: [403],
      access: "holder",
    },
    ({ request, set }) =>
      answerHolder(deps, { request, set }, endpoint("GET"), async (holder) => {
        const { limit = 20, cursor } = expectValidQuery(judges.listing(queryInput(Listing, request.url))) as {
          limit?: number;
          cursor?: string;
        };
        const found = await runs.list(holder.id, limit + 1, cursor === undefined ? undefined : readCursor(cursor));
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1) : undefined;
        return {
          runs: page.map(runDocument),
          next_cursor: last === undefined ? null : writeCursor({ at: last.created_at, id: last.id }),
          recommended_next_action: `GET ${RUNS_PATH}{run_id}/ tells the result of one.`,
        };
      }),
  );
  mount(
    {
      id: "create_runs",
      method: "POST",
      path: RUNS_PATH,
      tag: "runs",
      summary: "Begins up to 100 runs of one actor, each to be done later and charged for by itself.",
      body: Batch,
      ok: { status: 202, description: "Each input's run, or why it was refused.", schema: RunBatch },
      statuses: [403, 404, 409],
      access: "holder",
      example: { body: { actor: "data-convert", inputs: [{ payload: '{"a":1}' }] } },
    },
    ({ request, set }) =>
      answerHolder(deps, { request, set }, endpoint("POST"), async () => {
        const { value } = expectValid(judges.batch, await deps.bodies.json(request, DEFAULT_BODY_BYTES));
        const lines = await beginAll(deps, value as Batch, request); // Judged.
        set.status = 202;
        return deps.answers.joined(request, batchTexts(lines));
      }),
  );

  /** For its account, or for whoever shows the payment it was begun with. To anybody else there is no such run. */
  async function owned<T>(
    { request, params, set }: RouteContext,
    method: string,
    answer: (id: string) => Promise<T>,
  ): Promise<T> {
    const id = params["id"] ?? "";
    const proof = request.headers.get("payment-signature");
    const find = async (): Promise<RunRow | undefined> => (ID.test(id) ? runs.find(id) : undefined);
    if (proof !== null && sentKey(request.headers) === undefined) {
      const row = await find();
      if (row?.proof_digest !== digestOf(proof)) throwUnknown();
      set.headers["cache-control"] = "private, no-store";
      return answer(id);
    }
    return answerHolder(deps, { request, set }, endpoint(method), async (holder) => {
      const row = await find();
      if (row === undefined || row.account_id !== holder.id || row.kind === "webhook") throwUnknown();
      return answer(id);
    });
  }

  function detail(row: RunRow, request: Request, requestId: string): string | Response {
    const outcome = outcomeOf(row);
    const result = outcome && deps.runKinds.get(row.kind)?.write(outcome, row.name, requestId);
    const head = JSON.stringify({ ...runDocument(row), result_status: result?.status ?? null });
    return deps.answers.joined(request, [`${head.slice(0, -1)},"result":`, result?.text ?? "null", "}"]);
  }
}

function endpoint(method: string) {
  return { method, path: RUNS_PATH, description: "Runs that are done later.", area: "runs" } as const;
}

function throwUnknown(): never {
  throw new HubError("unknown_run", "No run of yours has this id.");
}

function writeCursor({ at, id }: RunCursor): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

function readCursor(text: string): RunCursor {
  const [at = "", id = ""] = Buffer.from(text, "base64url").toString().split(" ");
  if (!/^\d{1,15}$/.test(at) || !ID.test(id)) throw invalidInput("/cursor", "is none of this list");
  return { at: Number(at), id };
}
