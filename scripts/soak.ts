/** `bun run soak [minutes]`: one hub under a mixed load for long, its memory, its answers, and its ledger at the end. */
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { playSoak, type Sample, type SoakReport } from "./soak/play.ts";
import { endWith, readOptions } from "./options.ts";
import { trendOf } from "./soak/trend.ts";

const HELP = `Usage: bun run soak [minutes] [--rate N] [--most N]

Starts a hub (SQLite, the sandbox ledger, the catalogue of CATALOG_FILE, else data/catalog.sqlite) and asks it for cached
and other runs with 40 keys, queued runs, searches, documents and terms, while two payers pay for one call after the
other. 50,000 requests warm it up. Tells each half minute what memory it has and how it answers, and verifies the ledger
at the end. Ten minutes, where none are named.

  --rate N   requests a second (60)
  --most N   MiB that the hub may have resident (280)

Exit code 1 where memory grows, more is resident, a request fails or the ledger does not add up.`;

/** Fewer do not fill the caches of what is searched for: at 60 a second they filled for ten minutes, and looked like a leak. */
const WARM_UP = 50_000;
/** So much of the beginning is left out of the trend: what is compiled for the rate and for payments. */
const WARM_SHARE = 0.3;
/** Growth in ten minutes that may be chance, whatever the interval says. */
const FLAT_MIB = 5;

const options = {
  rate: { type: "string", default: "60" },
  most: { type: "string", default: "280" },
  help: { type: "boolean", default: false },
} as const;
const { values, positionals } = readOptions({ options, allowPositionals: true }, HELP);
const [minutes, rate, most] = [Number(positionals[0] ?? "10"), Number(values.rate), Number(values.most)];
const catalog = process.env["CATALOG_FILE"] ?? "data/catalog.sqlite";
if (values.help) console.log(HELP);
else if (![minutes, rate, most].every((each) => each > 0)) endWith(HELP);
else {
  console.log(
    row(["minute", "resident", "own", "available", "requests/s", "p50 ms", "p99 ms", "processors", "failed"]),
  );
  const report = await playSoak({
    seconds: minutes * 60,
    rate,
    warmUp: WARM_UP,
    sampleSeconds: Math.min(30, minutes * 6),
    catalog: existsSync(catalog) ? catalog : undefined,
    onSample: show,
  });
  process.exitCode = judge(report);
}

function show(sample: Sample): void {
  const { seconds, resident, own, available, rate: answered, p50, p99, processor, failed } = sample;
  const memory = [resident, own, available, answered].map((each) => each.toFixed(0));
  console.log(
    row([(seconds / 60).toFixed(1), ...memory, p50.toFixed(1), p99.toFixed(1), processor.toFixed(2), String(failed)]),
  );
}

function judge({ samples, failures, paid, differences, entries }: SoakReport): number {
  const late = samples.slice(Math.floor(samples.length * WARM_SHARE));
  const trends = (["resident", "own"] as const).map((of) => {
    const { slope, margin } = trendOf(late.map((sample) => [sample.seconds / 60, sample[of]] as const));
    return { of, slope, margin, grows: slope - margin > 0 && slope * 10 > FLAT_MIB };
  });
  const highest = Math.max(...samples.map(({ resident }) => resident));
  const wrong = [
    ...trends.filter(({ grows }) => grows).map(({ of }) => `memory (${of}) grows`),
    ...(highest > most ? [`${highest.toFixed(0)} MiB were resident, ${most} are allowed`] : []),
    ...[...failures].map(([what, count]) => `${count} times: ${what}`),
    ...differences,
  ];
  console.log("");
  for (const { of, slope, margin } of trends)
    console.log(
      `${of}: ${signed(slope)} MiB a minute, give or take ${margin.toFixed(2)}, after the first ${WARM_SHARE * 100} %`,
    );
  console.log(
    `highest: ${highest.toFixed(0)} MiB resident; ${paid} calls paid; the ledger's ${entries} entries verified`,
  );
  console.log(
    `load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(", ")}`,
  );
  for (const each of wrong) console.log(`WRONG: ${each}`);
  return wrong.length === 0 ? 0 : 1;
}

function signed(figure: number): string {
  return `${figure < 0 ? "" : "+"}${figure.toFixed(2)}`;
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(11)).join("");
}
