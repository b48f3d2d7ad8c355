/** A process that leads now and then: it says so on its output, and does a job of the leader's again and again. */
import pg from "pg";
import { startJobs } from "../../src/app/jobs/jobs.ts";
import { postgresLeader } from "../../src/store/drivers/postgres/leader.ts";

const [, , url = "", member = ""] = process.argv;
const leadership = postgresLeader(url);
const pool = new pg.Pool({ connectionString: url, max: 1 });
pool.on("error", () => undefined); // The test kills its server.

let told: boolean | undefined;
const tell = (leads: boolean): void => {
  process.stdout.write(leads ? "leads\n" : "follows\n");
  told = leads;
};
setInterval(() => {
  const leads = leadership.leads();
  if (leads !== told) tell(leads);
}, 5);
// Whoever lost it and has it again may not have been asked in between.
leadership.onLead(() => tell(true));

let isBusy = false;
startJobs(
  [{ complaint: "Cannot tick", everyMs: 20, run: tick, isLeaders: true }],
  // A server that is gone fails every job.
  { log: { failure: () => undefined, info: () => undefined } as never, clock: Date, leadership },
);

async function tick(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  await pool.query("INSERT INTO ticks VALUES ($1, $2)", [member, Date.now()]).finally(() => (isBusy = false));
}
