/**
 * How well pages and feeds are read, on the public corpora: our reading of pages beside Readability's and, on pages that are no
 * articles, defuddle's, each corpus in two halves; the CPU a page takes, and how long the event loop is kept while threads read. Exits with 1 below a floor.
 * Usage: bun bench/extract.ts
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { decodeText } from "../src/text/charset.ts";
import { readPage } from "../src/page/page.ts";
import { readPage as readHere } from "../src/page/read.ts";
import { createPool } from "../src/offload/pool.ts";
import { scoreFeeds } from "../test/support/feed-corpus.ts";
import { CORPORA_ARE_HERE } from "./extract/corpora.ts";
import { HALVES } from "./extract/halves.ts";
import {
  judgeOtherPages,
  OTHER_PAGES_ARE_HERE,
  type OtherScore,
  type PageReader,
  type PageSet,
  scoreOf,
  shareSaid,
  type Verdict,
} from "./extract/other-pages.ts";
import { CEILINGS, FLOORS, MAX_STALL_MS } from "./floors.ts";
import { at, cpuMs, readCorpora, type Reader, score, type Scores } from "./extract/readings.ts";

const HTML = "text/html";
const AT_ONCE = 16;
/** A kind of page that is read worse is named. */
const WEAK_KIND = 0.8;

if (!CORPORA_ARE_HERE) {
  console.log("The corpora are not beside the project: nothing to score.");
  process.exit(0);
}
const corpora = readCorpora();
const faults: string[] = [];

const ours: Reader = ({ bytes, url }) => readHere({ bytes, contentType: HTML, url });
await score(corpora, ours); // Warm, as a hub that runs is.
const reached = await score(corpora, ours);
report("ours", reached);
report("Readability", await score(corpora, peer));

const judged = OTHER_PAGES_ARE_HERE
  ? {
      corpus: judge("corpus"),
      written: judge("written"),
      sites: judge("sites"),
      kinds: judge("kinds"),
      generators: judge("generators"),
    }
  : undefined;
const said = { sites: tellSaid("sites"), generators: tellSaid("generators") };

const feeds = await scoreFeeds();
console.log(`feeds        ${feeds.share.toFixed(4)} of the checks whose field an item shows`);
faults.push(...feeds.broken);

for (const [what, floor, value] of [
  ["article F1", FLOORS.article, reached.article.f1],
  ["segment F", FLOORS.segments, reached.segments.f1],
  ["titles", FLOORS.title, reached.title],
  ["feeds", FLOORS.feeds, feeds.share],
  ["F of other pages", FLOORS.otherPages, judged?.corpus.f ?? 1],
  ["structure of other pages", FLOORS.otherStructure, judged?.corpus.structure ?? 1],
  ["F of the project's own pages", FLOORS.ownPages, judged?.written.f ?? 1],
  ["structure of the project's own pages", FLOORS.ownStructure, judged?.written.structure ?? 1],
  ["F of the project's pages of sites", FLOORS.sites, judged?.sites.f ?? 1],
  ["structure of the project's pages of sites", FLOORS.sitesStructure, judged?.sites.structure ?? 1],
  ["F of the project's pages of further kinds", FLOORS.kinds, judged?.kinds.f ?? 1],
  ["structure of the project's pages of further kinds", FLOORS.kindsStructure, judged?.kinds.structure ?? 1],
  ["F of the project's pages of generators", FLOORS.generators, judged?.generators.f ?? 1],
  ["structure of the project's pages of generators", FLOORS.generatorsStructure, judged?.generators.structure ?? 1],
  ["what the project's pages of sites say of themselves", FLOORS.sitesSaid, said.sites],
  ["what the project's pages of generators say of themselves", FLOORS.generatorsSaid, said.generators],
] as const) {
  if (value < floor) faults.push(`${what} is ${value.toFixed(4)}, the floor is ${floor}`);
}
for (const [what, ceiling, share] of [
  ["p50", CEILINGS.p50, 0.5],
  ["p99", CEILINGS.p99, 0.99],
] as const) {
  const taken = at(reached.durations, share);
  if (taken > ceiling) faults.push(`${what} is ${taken.toFixed(1)} ms, the ceiling is ${ceiling} ms`);
}

const stall = await stallWhileReading();
console.log(`event loop kept at p99 ${stall.toFixed(1)} ms while a thread reads all pages`);
if (stall > MAX_STALL_MS) faults.push(`the event loop is kept ${stall.toFixed(1)} ms at p99`);

const nested = process.cpuUsage();
readHere({
  bytes: Buffer.from(`${"<div>".repeat(100_000)}x${"</div>".repeat(100_000)}`),
  contentType: HTML,
  url: "https://a.com/",
});
console.log(`100,000 nested divs ${cpuMs(nested).toFixed(0)} ms`);

for (const fault of faults) console.error(`BELOW THE FLOOR: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

/** Tells how the pages of a set are read by us and by others, and what is said of ours. */
function judge(set: PageSet): OtherScore {
  for (const reader of ["readability", "defuddle"] as const) tellOther(set, reader, judgeOtherPages(set, reader));
  const ours = judgeOtherPages(set, "ours");
  tellOther(set, "ours", ours);
  const weak = scoreOf(ours).kinds.filter(([, f]) => f < WEAK_KIND);
  console.log(
    `  kinds below ${percent(WEAK_KIND)}: ${weak.map(([kind, f]) => `${kind} ${percent(f)}`).join(", ") || "none"}`,
  );
  return scoreOf(ours);
}

/** The share of what the pages of a set say of themselves that is read so. */
function tellSaid(set: PageSet): number {
  const [all = 0, ...halves] = [undefined, ...HALVES].map((half) => shareSaid(set, half));
  const told = [all, ...halves].map(percent).join(" / ");
  console.log(`${set.padEnd(12)} ${told} of titles, authors and days, all / tuning / checking`);
  return all;
}

function tellOther(set: PageSet, reader: PageReader, verdicts: readonly Verdict[]): void {
  const figures = [undefined, ...HALVES].map((half) => {
    const { f, structure } = scoreOf(verdicts, half);
    return `${half ?? "all"} F ${percent(f)} structure ${percent(structure)}`;
  });
  console.log([reader.padEnd(12), `other pages (${set})`, ...figures].join("  "));
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function report(name: string, { article, segments, title, durations, halves }: Scores): void {
  const figures = [
    `article F1 ${article.f1.toFixed(4)} (P ${article.precision.toFixed(3)} R ${article.recall.toFixed(3)})`,
    `segment F ${segments.f1.toFixed(4)} (P ${segments.precision.toFixed(3)} R ${segments.recall.toFixed(3)})`,
    `titles ${title.toFixed(4)}`,
    `p50 ${at(durations, 0.5).toFixed(1)} ms`,
    `p99 ${at(durations, 0.99).toFixed(1)} ms`,
  ];
  console.log([name.padEnd(12), ...figures].join("  "));
  for (const half of HALVES) {
    const { article: ofArticles, segments: ofSegments } = halves[half];
    console.log(`  ${half.padEnd(10)} article F1 ${ofArticles.f1.toFixed(4)}  segment F ${ofSegments.f1.toFixed(4)}`);
  }
}

function peer({ bytes }: { readonly bytes: Uint8Array }) {
  const { document } = parseHTML(decodeText(bytes, HTML, "html"));
  try {
    const found = new Readability(document).parse();
    return { text: found?.textContent ?? "", title: found?.title ?? null };
  } catch {
    return { text: "", title: null }; // It gives up on pages without `<html>`.
  }
}

/** Milliseconds beyond a timer's own, at p99. */
async function stallWhileReading(): Promise<number> {
  await using pool = createPool({
    threads: 1,
    waiting: { total: AT_ONCE, perClient: AT_ONCE },
    deadlineMs: 60_000,
    maxGrowthBytes: 4e9,
  });
  const lent = { offload: pool.offload(new AbortController().signal, () => ({ name: "bench", isStranger: false })) };
  const pages = [...corpora.articles, ...corpora.segments];
  const resolutionMs = 1;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const readers = Array.from({ length: AT_ONCE }, async () => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
      const { bytes, url } = page;
      JSON.stringify(await readPage({ bytes, url, status: 200, headers: new Headers({ "content-type": HTML }) }, lent));
    }
  });
  await Promise.all(readers);
  delay.disable();
  return delay.percentile(99) / 1e6 - resolutionMs;
}
