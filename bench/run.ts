/** `bun run bench [name] [its arguments]`: one of the benches below, or all of them in turn. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What `bun run catalog import` builds; another is named by CATALOG_FILE. */
const CATALOG = process.env["CATALOG_FILE"] ?? "data/catalog.sqlite";

const BENCHES: Readonly<Record<string, () => readonly string[] | string>> = {
  /** What is sold, by processor time beside a peer of each, against its target: one table. */
  all: () =>
    existsSync(CATALOG) ? ["all.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** Requests a second of a cached and an uncached run beside a bare route; memory over many runs. */
  runs: () => ["runs.ts"],
  /** What /mcp adds to a run. */
  mcp: () => ["mcp.ts"],
  /** What a key costs in CPU. */
  accounts: () => ["accounts.ts"],
  /** Time and memory of `ledger verify` over a million entries, and what other processes' writes wait meanwhile. */
  verify: () => ["verify.ts"],
  /** What a process behind the fence takes to start, and adds to a run. */
  isolation: () => ["isolation.ts"],
  /** What 10, 100 and 1,000 hubs carry, by measured costs and by a simulation that is held against three. */
  scale: () => ["scale.ts", CATALOG],
  /** How many runs that are done later are written down and ended in a second, and how soon one is picked up. */
  queue: () => ["queue.ts"],
  /** How long a published catalogue takes into a hub that serves, and what `/health` waits meanwhile. */
  releases: () =>
    existsSync(CATALOG) ? ["releases.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** Verifications a second, and paid calls from claim to receipt. */
  payments: () => ["payments.ts"],
  /** What 200 callers a second meet while PostgreSQL or Redis stands still, dies or is stopped for ten seconds. */
  faults: () => ["faults.ts"],
  /** What a cached answer costs that another process has worked out, beside a miss; what a frozen Redis adds. */
  shared: () => ["shared.ts"],
  /** What of the feed corpus news-rss finds, against its floor. */
  feeds: () => ["feeds.ts"],
  /** What the proxy adds to a call, how many it carries, and what a large answer takes. */
  proxy: () => ["proxy.ts"],
  /** What a connection adds to a call, by an api key and by a signature. */
  connections: () => ["connections.ts"],
  /** Quality and speed of the search beside MiniSearch and plain FTS5. */
  search: () =>
    existsSync(CATALOG) ? ["search.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** Quality of the search on public sets of tools, beside plain FTS5 and MiniSearch, and with embeddings where configured. */
  retrieval: () => ["tool-sets.ts"],
  /** Tools from plain words on labelled wishes, and what their confidence is worth. */
  wishes: () =>
    existsSync(CATALOG) ? ["wishes.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** Requests written out with the names of their fields, in words, as JSON, as a query and as lists, given the entry. */
  written: () =>
    existsSync(CATALOG)
      ? ["wishes/written.ts", CATALOG]
      : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** What everyday needs find in German, Spanish, French and Portuguese. */
  foreign: () =>
    existsSync(CATALOG) ? ["foreign.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** What learning from use costs a search. */
  learning: () =>
    existsSync(CATALOG) ? ["learning.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** What each hostile shape of a stranger's request costs, and what others wait meanwhile; fails above the floors. */
  doors: () => ["doors.ts"],
  /** What learning gains honest callers, and what it gives an attacker with twenty keys. */
  learned: () =>
    existsSync(CATALOG) ? ["learned.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** What finding by meaning costs: loading and scanning vectors of the whole catalogue. */
  embeddings: () =>
    existsSync(CATALOG) ? ["embeddings.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** First paint of the hub's own pages in Chromium, and from the last key of a search to its results. */
  pages: () =>
    existsSync(CATALOG) ? ["pages.ts", CATALOG] : `there is no catalogue at ${CATALOG}: bun run catalog import`,
  /** How well and how fast pages are read, beside Readability; fails below the floors. */
  extract: () => ["extract.ts"],
};

const [name, ...rest] = process.argv.slice(2);
const chosen = name === undefined ? Object.keys(BENCHES) : [name];
for (const bench of chosen) {
  const found = Object.hasOwn(BENCHES, bench) ? BENCHES[bench] : undefined;
  const command = found?.() ?? `there is no such bench; there are ${Object.keys(BENCHES).join(", ")}`;
  console.log(`\n# ${bench}`);
  if (typeof command === "string") {
    console.log(command);
    process.exitCode = 1;
    continue;
  }
  const [script = "", ...given] = command;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { status } = spawnSync("bun", [path, ...given, ...rest], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
