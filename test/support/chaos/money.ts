/** Whether each run was done and charged once, each payment counted once, and no quota was gone beyond. */
import { HUB } from "../killed-hubs.ts";
import { hashKey } from "../../../src/accounts/key.ts";
import type { TestSandbox } from "../sandbox.ts";
import { queryPostgres } from "../stores.ts";
import { BALANCE, QUOTA } from "./accounts.ts";
import type { Answer } from "./client.ts";
import type { Findings, Play } from "./findings.ts";
import type { Named } from "./load.ts";
import { mayBeUnwritten } from "./unwritten.ts";

const PRICE = 120_000n;
const FEE = 12n;
const ENDOWMENT = 100_000_000n;
const AT_ONCE = 16;

export async function moneyFindings(play: Play): Promise<Pick<Findings, "figures" | "violations">> {
  const [runs, balances, quotas, payments] = [
    await laterRuns(play),
    await balancesOf(play),
    await quotasOf(play),
    await paymentsOf(play),
  ];
  const { named } = play.load;
  return {
    figures: { ...runs.figures, ...balances.figures, ...quotas.figures, ...payments.figures },
    violations: [
      ...named.filter(({ runId }) => runId === undefined).map(({ q }) => `${q} was never answered`),
      ...(new Set(named.map(({ runId }) => runId)).size === named.length ? [] : ["two requests came to one run"]),
      ...runs.violations,
      ...balances.violations,
      ...quotas.violations,
      ...payments.violations,
    ],
  };
}

/** Each that was accepted is there, has one result, and no other stands beside it. */
async function laterRuns({ client, world, load }: Play) {
  const accepted = load.named.filter(({ isQueued, runId }) => isQueued && runId !== undefined);
  const violations: string[] = [];
  const left = [...accepted];
  const look = async ({ runId, key, q }: Named): Promise<void> => {
    const told = await client.persist("run", `/api/v1/runs/${runId}/?wait=30`, { headers: { "x-api-key": key } });
    const {
      status,
      charged_xrp: charged,
      result,
      error,
    } = (told?.body ?? {}) as {
      status?: string;
      charged_xrp?: number;
      result?: { data?: readonly unknown[] } | null;
      error?: { code?: string; message?: string } | null;
    };
    const isWhole = status === "succeeded" && charged === 0.12 && result?.data?.length === 1;
    const why = error ? `: ${error.code}, ${error.message}` : "";
    if (!isWhole) violations.push(`the run of ${q} is ${told?.status} "${status}", charged ${charged}${why}`);
    if (!world.ran.has(q)) violations.push(`the run of ${q} has succeeded and was never done`);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await look(next);
    }),
  );
  const [row] = await queryPostgres(
    world.postgres.url,
    "SELECT count(*)::int AS runs, coalesce(sum(attempts), 0)::int AS attempts, coalesce(max(deaths), 0)::int AS deaths FROM runs WHERE kind = 'actor'",
  );
  const stored = Number(row?.["runs"]);
  if (stored !== accepted.length) violations.push(`${accepted.length} runs were accepted and ${stored} are stored`);
  return {
    violations,
    figures: {
      "runs accepted": accepted.length,
      "runs taken": Number(row?.["attempts"]),
      "most deaths of one": Number(row?.["deaths"]),
    },
  };
}

/** Each named request was charged once. */
async function balancesOf({ world, accounts, load }: Play) {
  const violations: string[] = [];
  let charges = 0;
  for (const { key } of [...accounts.direct, ...accounts.queued]) {
    const due = load.named.filter((each) => each.key === key).length;
    const [row] = await queryPostgres(
      world.postgres.url,
      `SELECT count(*)::int AS charges, (SELECT drops::text FROM balances b WHERE b.account_id = k.account_id AND b.drops > 0) AS drops
       FROM keys k JOIN entries e ON e.account_id = k.account_id AND e.kind = 'charge'
       WHERE k.hash = '${hashKey(key)}' GROUP BY k.account_id`,
    );
    const found = Number(row?.["charges"] ?? 0);
    const drops = row === undefined ? BALANCE : BigInt(String(row["drops"]));
    charges += found;
    if (found !== due || drops !== BALANCE - PRICE * BigInt(due))
      violations.push(`a balance has ${found} charges and ${drops} drops left after ${due} runs`);
  }
  return { violations, figures: { "runs charged to balances": charges } };
}

/** Each call that was answered is counted, but for those of the very key that a killed PostgreSQL had not written yet. */
async function quotasOf({ world, accounts, load, faults }: Play) {
  const violations: string[] = [];
  let lost = 0;
  for (const [key, answers] of load.kept) countLost(answers, (await callsOf(world, key)).all);
  const repeated = [...load.kept.values()].reduce((sum, answers) => sum + answers.length, 0);
  let told = 0;
  let counted = 0;
  for (const [key, left] of accounts.quotas) {
    const answers = [...new Map(load.called.get(key)?.map((each) => [each.runId, each])).values()];
    const { most, all } = await callsOf(world, key);
    const spent = all - (QUOTA - left);
    told += answers.length;
    counted += spent;
    if (most > QUOTA) violations.push(`a quota of ${QUOTA} calls has given ${most}`);
    countLost(answers, spent);
  }
  return {
    violations,
    figures: {
      "calls of quotas answered": told,
      "calls of quotas counted": counted,
      "kept answers given": repeated,
      "daily calls lost as PostgreSQL was killed": lost,
    },
  };

  function countLost(answers: readonly Answer[], calls: number): void {
    const missing = Math.max(0, answers.length - calls);
    const losable = answers.filter((answer) => mayBeUnwritten(answer, faults)).length;
    lost += missing;
    if (missing > losable)
      violations.push(
        `${missing} daily calls of a key were answered and not counted; PostgreSQL could lose ${losable}`,
      );
  }
}

async function callsOf({ postgres }: Play["world"], key: string) {
  const [row] = await queryPostgres(
    postgres.url,
    `SELECT coalesce(max(d.calls), 0)::int AS most, coalesce(sum(d.calls), 0)::int AS calls
     FROM days d JOIN keys k ON k.account_id = d.account_id WHERE k.hash = '${hashKey(key)}'`,
  );
  return { most: Number(row?.["most"]), all: Number(row?.["calls"]) };
}

/** What each buyer has paid bought a run of its own, and the hub has exactly that. */
async function paymentsOf({ world, buyers }: Play) {
  const violations: string[] = [];
  const runIds = buyers.flatMap((buyer) => buyer.runIds);
  for (const { wallet, runIds: bought } of buyers) {
    const spent = ENDOWMENT - (await balanceOf(world.ledger, wallet.address));
    const due = (PRICE + FEE) * BigInt(bought.length);
    if (spent !== due) violations.push(`a buyer of ${bought.length} runs has spent ${spent} drops, not ${due}`);
  }
  const earned = (await balanceOf(world.ledger, HUB)) - ENDOWMENT;
  if (earned !== PRICE * BigInt(runIds.length))
    violations.push(`${runIds.length} runs were bought, and ${earned} drops have arrived`);
  if (new Set(runIds).size !== runIds.length) violations.push("two payments bought one run");
  const rows = await queryPostgres(world.postgres.url, "SELECT state, count(*)::int AS n FROM payments GROUP BY state");
  const redeemed = Number(rows.find(({ state }) => state === "redeemed")?.["n"] ?? 0);
  if (redeemed !== runIds.length)
    violations.push(`${runIds.length} runs were bought and ${redeemed} payments redeemed`);
  const open = buyers.reduce((sum, buyer) => sum + buyer.open, 0);
  if (open > 0) violations.push(`${open} payments were never answered`);
  const refused = buyers.reduce((sum, buyer) => sum + buyer.refused, 0);
  return { violations, figures: { "payments redeemed": redeemed, "payments that expired unsent": refused } };
}

async function balanceOf(ledger: TestSandbox, account: string): Promise<bigint> {
  const { account_data: data } = await ledger.ask("account_info", { account, ledger_index: "validated" });
  return BigInt((data as { Balance: string }).Balance);
}
