/** What a play came to: figures, and what should not be. */
import { verifyLedger } from "../../../src/accounts/verify.ts";
import type { Store } from "../../../src/store/store.ts";
import { queryPostgres } from "../stores.ts";
import type { ChaosAccounts } from "./accounts.ts";
import type { Buyer } from "./buyers.ts";
import type { Answer, Client } from "./client.ts";
import type { Fault } from "./faults.ts";
import type { LoadReport } from "./load.ts";
import { moneyFindings } from "./money.ts";
import type { Revocation } from "./revocations.ts";
import { strangeAnswers, timesOf } from "./times.ts";
import type { ChaosWorld } from "./world.ts";

export interface Play {
  readonly world: ChaosWorld;
  readonly store: Store;
  readonly client: Client;
  readonly accounts: ChaosAccounts;
  readonly answers: readonly Answer[];
  readonly faults: readonly Fault[];
  readonly load: LoadReport;
  readonly revoked: readonly Revocation[];
  readonly buyers: readonly Buyer[];
}

export interface Findings {
  /** By what they tell of. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** What must never be, whatever the machine. */
  readonly violations: readonly string[];
  /** What took longer than it should: a busy machine may be the cause. */
  readonly late: readonly string[];
}

const REVOKED_MS = 1_000;

export async function findingsOf(play: Play): Promise<Findings> {
  const { world, store, answers, faults, revoked } = play;
  const money = await moneyFindings(play);
  const { accounts, entries, differences } = await verifyLedger(store);
  const times = timesOf(answers, faults);
  const takenForMs = Math.round(Math.max(0, ...revoked.map((each) => each.takenForMs)));
  const dead = world.dead().map((number) => `hub ${number + 1} has ended by itself`);
  const [locks] = await queryPostgres(
    world.postgres.url,
    "SELECT count(*)::int AS n FROM runs WHERE state = 'running'",
  );
  return {
    figures: {
      "asked in a second, besides what is repeated": play.load.perSecond.toFixed(0),
      ...money.figures,
      "ledger verify": `${accounts} accounts, ${entries} entries, ${differences.length} differences`,
      "keys revoked": revoked.length,
      "longest that a revoked key was taken (ms)": takenForMs,
      "runs left in work": Number(locks?.["n"] ?? 0),
      ...times.figures,
    },
    violations: [
      ...differences,
      ...money.violations,
      ...dead,
      ...(takenForMs >= REVOKED_MS ? [`a revoked key was taken ${takenForMs} ms after`] : []),
      ...strangeAnswers(answers, faults),
    ],
    late: times.late,
  };
}
