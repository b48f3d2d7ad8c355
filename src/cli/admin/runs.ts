/** `bun run admin runs` and `cancel-run`: the runs that are done later, as the operator sees them. */
import { note } from "../../accounts/audit.ts";
import { openAccounts } from "../../app/parts/accounts.ts";
import { loadConfig } from "../../app/settings/config.ts";
import { queueDeps } from "../../app/runs.ts";
import { runDocument } from "../../presenters/run-document.ts";
import type { ListedRun } from "../../runs/queries.ts";
import { createQueue, type StoredRuns } from "../../runs/queue.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { storedIdempotency } from "../../store/responses/idempotency.ts";
import { localNews } from "../../store/processes/news.ts";
import type { Store } from "../../store/store.ts";
import { type Command, defineCommand } from "../command.ts";
import { formatItems } from "../table.ts";

type RunRow = Readonly<Record<string, unknown>>;

const MOST = 100;
const ID = /^[0-9a-f-]{36}$/;

export const RUN_COMMANDS: readonly Command[] = [
  defineCommand({
    name: "admin runs",
    summary: "Lists the newest runs that were to be done later.",
    args: {},
    run: () => withRuns(async (runs) => (await runs.list(undefined, MOST)).map(rowOf)),
  }),
  defineCommand({
    name: "admin cancel-run",
    summary: "Cancels a run: at once while it waits, within seconds while it is done.",
    args: { id: { type: "word", hint: "run id", isRequired: true, description: "which run", read: idOf } },
    run: ({ id }) =>
      withRuns(async (runs, store) => {
        const known = await runs.find(id);
        if (known === undefined) throw new OperatorError("No run has this id");
        // Before: nothing is cancelled of which there is no line.
        await store.transact(() => note("cancel_run", known.account_id ?? "", id, Date.now()));
        return [rowOf((await runs.cancel(id)) ?? known)];
      }),
  }),
];

async function withRuns(work: (runs: StoredRuns, store: Store) => Promise<readonly RunRow[]>): Promise<number> {
  const { store, services } = await openAccounts(loadConfig(process.env));
  await using _ = store;
  const { accounts } = services;
  const idempotency = storedIdempotency(store, { now: Date.now });
  // The process that has it in work sees it when it renews its leases.
  const runs = createQueue(queueDeps({ store, news: localNews(), accounts, idempotency, clock: undefined }));
  const rows = await work(runs, store);
  const text = process.stdout.isTTY ? formatItems(rows, process.stdout.columns) : JSON.stringify(rows);
  process.stdout.write(`${text}\n`);
  return 0;
}

function rowOf(row: ListedRun): RunRow {
  const { run_id, status, kind, slug, created_at, started_at, finished_at, attempts, charged_xrp } = runDocument(row);
  const { account_id: account, payment } = row;
  return { run_id, status, kind, slug, account, payment, created_at, started_at, finished_at, attempts, charged_xrp };
}

function idOf(text: string): string {
  if (!ID.test(text)) throw new Error("needs the id of a run");
  return text;
}
