/**
 * `bun run chaos`: three hubs on a PostgreSQL and a Redis of their own behind nginx, under load while each of them is
 * killed, frozen and stopped; then everything is counted. Exit code 1 where a figure is not what it should be.
 */
import { formatItems } from "../src/cli/table.ts";
import { type ChaosReport, playChaos } from "../test/support/chaos/play.ts";
import { MAIN } from "../test/support/hub-process.ts";
import { LEAN } from "../test/support/killed-hubs.ts";
import { tally } from "../test/support/chaos/times.ts";
import { MISSING } from "../test/support/chaos/world.ts";
import { endWith, readOptions } from "./options.ts";

const HELP = `Usage: bun run chaos [--seed N] [--seconds N] [--rate N] [--lean] [--calm]

Plays agents with quotas, kept answers, balances, queued runs, payments and revoked keys against three hubs on one PostgreSQL
and one Redis behind nginx (deploy/nginx.conf), all started for it. Meanwhile hubs are killed and ended, Redis and
PostgreSQL killed, stopped and frozen, one after the other. Then it verifies the ledger, each run, charge and payment.

  --seed N      the order of the faults and of what is asked (1)
  --seconds N   how long the load goes on (60)
  --rate N      requests a second, besides what is repeated and paid (500)
  --lean        hubs without the built-in actors: they start again sooner, on a small machine
  --calm        without faults: what the machine carries, and what takes its time

Exit code 1 where something was lost, done or counted twice, undocumented or late; 2 where it cannot be played.`;

const declared = {
  seed: { type: "string", default: "1" },
  seconds: { type: "string", default: "60" },
  rate: { type: "string", default: "500" },
  lean: { type: "boolean", default: false },
  calm: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;
const { values } = readOptions({ options: declared }, HELP);
const options = { seed: Number(values.seed), seconds: Number(values.seconds), rate: Number(values.rate) };
if (values.help) console.log(HELP);
else if (Object.values(options).some((each) => !Number.isInteger(each) || each < 1)) endWith(HELP);
else if (MISSING.length > 0)
  endWith(`Cannot play: ${MISSING.join(" and ")} not installed. \`bun run services\` says how.`);
else process.exitCode = show(await playChaos({ ...options, main: values.lean ? LEAN : MAIN, hasFaults: !values.calm }));

function show({ answers, faults, figures, violations, late }: ChaosReport): number {
  const done = faults.map(({ target, name, begin, end }) =>
    line("done", `${target} ${name}`, `${secondsOf(end - begin)} s`),
  );
  const answered = [...tally(answers)].map(([what, count]) => line("answered", what, count));
  const found = Object.entries(figures).map(([what, figure]) => line("found", what, figure));
  const wrong = [...violations, ...late.map((each) => `late: ${each}`)];
  console.log(formatItems([...done, ...answered, ...found, ...wrong.map((each) => line("WRONG", each, ""))], 200));
  console.log(`\nseed ${options.seed}: ${answers.length} answers, ${faults.length} faults, ${wrong.length} wrong.`);
  return wrong.length === 0 ? 0 : 1;
}

function line(part: string, what: string, figure: string | number) {
  return { part, what, figure };
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(1);
}
