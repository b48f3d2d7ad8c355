/**
 * What is sold, by processor time, beside the least that a peer takes for it, in one run: one table of ours, the peer's,
 * their ratio and the target. A busy machine disturbs the ratios less than the figures.
 * Usage: bun bench/all.ts <catalog.sqlite> [name of a group: runs, documents, unpaid, search, proxy]
 */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildCatalog } from "../src/catalog/import/build.ts";
import { CATALOG_FILE } from "../src/catalog/file-catalog/serving.ts";
import type { BareDocument } from "./bare-documents.ts";
import { coinServer } from "./coin-server.ts";
import { echoDescription } from "./echo-description.ts";
import { keyOf } from "./issued-key.ts";
import { type Case, inTurn, median, type Measured, prepare } from "./rounds.ts";
import { searchPath } from "./search-http.ts";
import { LENGTHS, sentencesFrom } from "./sentences.ts";
import { serve, type Served } from "./served.ts";

/**
 * All of it in about three minutes: what is measured first warms up much of what comes later. Of a proxy call, which has
 * the most code, the engine compiles for some ten thousand calls: as long, one costs twice what it does from then on.
 */
const ROUNDS = { rounds: 3, seconds: 1, warmUpSeconds: 1, warmUpRequests: 20_000 };
const ADMIN = "a token of the bench, long enough";
const MAX_P99_MS = 12;
const MAX_MIB = 280;
/** More than are asked in a second. */
const NEW_PER_ROUND = 4000;
const WARM_UPS_OF_NEW = 20;
const RUN = "/api/v1/genius/actors";
const DOCUMENTS = [
  "/",
  "/api/v1/agent/categories/",
  "/api/v1/genius/actors/",
  "/openapi.json",
  "/llms.txt",
  "/skills/weather-environment/SKILL.md",
];

interface Target {
  readonly group: string;
  readonly ours: string;
  readonly peer: string;
  readonly most: number;
}

const [path = "data/catalog.sqlite", only] = process.argv.slice(2);
const folders = await Promise.all(Array.from({ length: 3 }, () => mkdtemp(join(tmpdir(), "hub-bench-"))));
const [dataDir = "", soldDir = "", documentsDir = ""] = folders;
const coins = await coinServer();
try {
  const settings = {
    ADMIN_TOKEN: ADMIN,
    LIMIT_ANON_PER_MINUTE: "0",
    LIMIT_ANON_PER_DAY: "0",
    LIMIT_KEY_PER_MINUTE: "0",
    LOG_LEVEL: "warn",
    CATALOG_AUTO_IMPORT: "false",
    COINGECKO_URL: coins.url,
  };
  await symlink(resolve(path), join(dataDir, CATALOG_FILE));
  using upstream = await serve("echo.ts", "/");
  const allow = `127.0.0.1:${upstream.port}`;
  await buildCatalog({
    path: join(soldDir, CATALOG_FILE),
    now: Date.now(),
    allow: new Set([allow]),
    source: { name: "bench", documents: [{ provider: "echo.dev", read: () => echoDescription(upstream.port) }] },
  });
  using hub = await serve("../src/main.ts", "/health", { ...settings, HUB_DATA_DIR: dataDir });
  // Sells what the other one gives away, and calls the upstream of the bench.
  const sells = { HUB_DATA_DIR: soldDir, NET_ALLOW: allow, CHARGED_TIERS: "cached" };
  using seller = await serve("../src/main.ts", "/health", { ...settings, ...sells });
  using bare = await serve("bare.ts", "/json", { UPSTREAM: `http://${allow}` });
  using hono = await serve("seller-hono.ts", "/health");
  const documents = await documentsOf(hub);
  await writeFile(join(documentsDir, "documents.json"), JSON.stringify(documents));
  using bareDocuments = await serve("bare-documents.ts", "/json", { DOCUMENTS: join(documentsDir, "documents.json") });

  const key = await keyOf(hub, ADMIN);
  const ids = { ids: "bitcoin" };
  const items = { items: [{ name: " <b>Ann</b> " }] };
  const fresh = sentencesFrom(path, LENGTHS.short, (ROUNDS.rounds + WARM_UPS_OF_NEW) * NEW_PER_ROUND);
  const ask = (question: string) => prepare("GET", searchPath(question), undefined, key);
  const nextFresh = () => fresh.splice(0, NEW_PER_ROUND).map(({ q }) => ask(q));
  const proxied = `/api/v1/agent/proxy/echo-dev--read/call/`;
  const cases: readonly (Case & { readonly group: string })[] = [
    { group: "", name: "bare GET", server: bare, request: prepare("GET", "/json") },
    { group: "", name: "bare POST", server: bare, request: prepare("POST", "/json", ids) },
    { group: "runs", name: "cached run", server: hub, request: prepare("POST", `${RUN}/crypto-prices/run/`, ids) },
    {
      group: "runs",
      name: "keyed cached run",
      server: hub,
      request: prepare("POST", `${RUN}/crypto-prices/run/`, ids, key),
    },
    ...DOCUMENTS.flatMap((each) => [
      { group: "documents", name: each, server: hub, request: prepare("GET", each) },
      { group: "documents", name: `bare ${each}`, server: bareDocuments, request: prepare("GET", each) },
    ]),
    { group: "unpaid", name: "402 of a document", server: seller, request: prepare("GET", "/api/v1/demo/402/") },
    {
      group: "unpaid",
      name: "402 of a run",
      server: seller,
      request: prepare("POST", `${RUN}/data-clean/run/`, items),
    },
    { group: "unpaid", name: "plain hono, document", server: hono, request: prepare("GET", "/plain") },
    { group: "unpaid", name: "plain hono, run", server: hono, request: prepare("POST", "/plain", items) },
    { group: "unpaid", name: "hono, document", server: hono, request: prepare("GET", "/document") },
    { group: "unpaid", name: "hono, run", server: hono, request: prepare("POST", "/run", items) },
    { group: "search", name: "search, repeated", server: hub, request: ask("weather forecast") },
    { group: "search", name: "search, new", server: hub, request: nextFresh },
    { group: "proxy", name: "bare POST that fetches", server: bare, request: prepare("POST", "/fetch", ids) },
    {
      group: "proxy",
      name: "proxy call",
      server: seller,
      request: prepare("POST", proxied, { params: { id: 7 } }, await keyOf(seller, ADMIN)),
    },
  ];
  const wanted = (group: string): boolean => only === undefined || group === "" || group === only;
  const results = await inTurn(
    cases.filter(({ group }) => wanted(group)),
    ROUNDS,
  );
  const targets: readonly Target[] = [
    { group: "runs", ours: "keyed cached run", peer: "bare POST", most: 3 },
    ...DOCUMENTS.map((each) => ({ group: "documents", ours: each, peer: `bare ${each}`, most: 1.3 })),
    { group: "unpaid", ours: "402 of a document", peer: "plain hono, document", most: 1 },
    { group: "unpaid", ours: "402 of a document", peer: "hono, document", most: 0.5 },
    { group: "unpaid", ours: "402 of a run", peer: "plain hono, run", most: 1 },
    { group: "unpaid", ours: "402 of a run", peer: "hono, run", most: 0.5 },
    { group: "search", ours: "search, repeated", peer: "bare GET", most: 12 },
    { group: "search", ours: "search, new", peer: "bare GET", most: 30 },
    { group: "proxy", ours: "proxy call", peer: "bare POST", most: 12 },
  ];
  report(
    targets.filter(({ group }) => wanted(group)),
    results,
  );
} finally {
  await coins.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** What the hub answers, for its peer to answer the same. */
async function documentsOf({ port }: Served): Promise<readonly BareDocument[]> {
  return Promise.all(
    DOCUMENTS.map(async (each) => {
      const answer = await fetch(`http://127.0.0.1:${port}${each}`);
      if (!answer.ok) throw new Error(`Cannot bench: ${each} is answered ${answer.status}`);
      const names = ["content-type", "etag", "cache-control", "vary"];
      const headers = names.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      return { path: each, body: await answer.text(), headers: Object.fromEntries(headers) };
    }),
  );
}

function report(targets: readonly Target[], results: ReadonlyMap<string, readonly Measured[]>): void {
  const cpuOf = (name: string) => median((results.get(name) ?? []).map(({ cpu }) => cpu));
  const missed: string[] = [];
  const judged = (what: string, isMet: boolean): string => {
    if (!isMet) missed.push(what);
    return isMet ? "" : "missed";
  };
  console.log(`\n${line(["ours", "us", "peer", "us", "ratio", "target", ""])}`);
  for (const { ours, peer, most } of targets) {
    const ratio = cpuOf(ours) / cpuOf(peer);
    const figures = [ours, cpuOf(ours).toFixed(1), peer, cpuOf(peer).toFixed(1), ratio.toFixed(2), `<= ${most}`];
    console.log(line([...figures, judged(`${ours} / ${peer}`, ratio <= most)]));
  }
  const singles = ["search, repeated", "search, new"]
    .map((name) => ({
      what: `${name}, p99 ms`,
      figure: median((results.get(name) ?? []).map((each) => each.p99)),
      most: MAX_P99_MS,
      digits: 1,
    }))
    .filter(({ figure }) => !Number.isNaN(figure));
  // Not at the end: what came last may leave less than what came before.
  const ours = targets.flatMap((each) => results.get(each.ours) ?? []);
  const resident = Math.max(...ours.map(({ memory }) => memory));
  for (const { what, figure, most, digits } of [
    ...singles,
    { what: "resident, MiB", figure: resident, most: MAX_MIB, digits: 0 },
  ])
    console.log(line([what, figure.toFixed(digits), "", "", "", `<= ${most}`, judged(what, figure <= most)]));
  const all = targets.length + singles.length + 1;
  console.log(
    `\n${all - missed.length} of ${all} targets met${missed.length > 0 ? `; missed: ${missed.join(", ")}` : ""}`,
  );
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(`load of the machine: ${load.join(", ")}`);
}

function line([ours = "", us = "", peer = "", theirs = "", ratio = "", target = "", verdict = ""]: string[]): string {
  return [
    ours.padEnd(40),
    us.padStart(8),
    `  ${peer.padEnd(40)}`,
    theirs.padStart(8),
    ratio.padStart(7),
    target.padStart(9),
    verdict,
  ].join(" ");
}
