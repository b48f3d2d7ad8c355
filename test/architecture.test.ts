import { describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface SourceFile {
  /** From the root, for example "src/runtime/actor.ts". */
  readonly path: string;
  readonly text: string;
  /** What it imports, types included: paths from the root, or package names. */
  readonly imports: readonly string[];
}

const FILES = await readSources();

/** Who may import what of ours. The first rule whose place fits decides; a file may always import its own folder. */
const MAY_IMPORT: readonly (readonly [place: string, allowed: readonly string[]])[] = [
  ["src/text/", []],
  ["src/runtime/", ["src/runtime/", "src/text/"]],
  ["plugins/", ["src/runtime/", "src/text/"]],
  [
    "actors/",
    [
      "src/runtime/actor.ts",
      "src/runtime/catalog.ts",
      "src/runtime/entries/entry-json.ts",
      "src/runtime/errors.ts",
      "src/runtime/intents.ts",
      "src/runtime/json.ts",
      "src/runtime/canonical-json.ts",
      "src/page/page.ts",
      "src/page/fields.ts",
      "src/feed/",
      "src/text/",
      "src/wikimedia/",
      "src/utterance/",
      "src/net/read.ts",
      "actors/_shared/",
    ],
  ],
  // What a thread imports: a bare one has none of the packages that actors on disk ask for.
  ["src/offload/", ["src/runtime/", "src/loader/bun-resolve.ts", "src/text/collector.ts"]],
  ["src/net/", ["src/runtime/", "src/text/", "src/net/"]],
  ["src/utterance/", ["src/runtime/", "src/text/"]],
  ["src/page/", ["src/runtime/", "src/text/", "src/net/", "src/page/"]],
  ["src/feed/", ["src/runtime/", "src/text/", "src/net/"]],
  ["src/wikimedia/", ["src/runtime/", "src/text/", "src/net/"]],
  // What becomes of a request is decided without a network: what is shown by a dry run is what is sent.
  ["src/proxy/request/", ["src/runtime/", "src/text/"]],
  ["src/proxy/", ["src/runtime/", "src/text/", "src/catalog/", "src/net/", "src/proxy/"]],
  ["src/access/", ["src/runtime/", "src/text/"]],
  ["src/catalog/", ["src/runtime/", "src/text/", "src/access/", "src/catalog/"]],
  ["src/connections/", ["src/runtime/", "src/text/", "src/access/", "src/store/", "src/connections/"]],
  ["src/usage/", ["src/runtime/", "src/catalog/", "src/store/"]],
  [
    "src/dynamic-tools/",
    ["src/runtime/", "src/text/", "src/utterance/", "src/catalog/", "src/proxy/", "src/store/", "src/dynamic-tools/"],
  ],
  [
    "src/presenters/",
    [
      "src/connections/model.ts",
      "src/runs/",
      "src/runtime/",
      "src/text/",
      "src/presenters/",
      "src/catalog/",
      "src/proxy/",
      "src/dynamic-tools/",
    ],
  ],
  // What runs in a browser.
  ["src/web/", ["src/web/", "src/text/foreign.ts", "src/text/json-numbers.ts"]],
  ["src/mcp/", ["src/runtime/", "src/text/", "src/catalog/"]],
  ["src/store/", ["src/runtime/", "src/text/", "src/store/"]],
  ["src/redis/", ["src/runtime/", "src/store/"]],
  ["src/accounts/", ["src/runtime/", "src/store/", "src/accounts/"]],
  ["src/runs/", ["src/runtime/", "src/store/"]],
  ["src/sandbox-ledger/", ["src/runtime/", "src/text/", "src/sandbox-ledger/"]],
  ["src/payment/", ["src/runtime/", "src/text/", "src/store/", "src/accounts/tiers.ts", "src/payment/"]],
  ["src/llm/", ["src/runtime/", "src/text/", "src/store/"]],
  ["src/traces/", ["src/runtime/", "src/store/store.ts", "src/metrics/requests.ts"]],
  ["src/metrics/", ["src/runtime/", "src/payment/rail/receiving-wallet.ts"]],
  [
    "src/backup/",
    [
      "src/runtime/",
      "src/text/",
      "src/store/",
      "src/payment/follower/rewind.ts",
      // A restore counts money again by what has counted it before.
      "src/accounts/deposits.ts",
      "src/accounts/order-care.ts",
      "src/accounts/orders.ts",
      "src/accounts/refunds.ts",
      "src/accounts/spending/balances.ts",
    ],
  ],
  // What the operator's servers have in common stands beside the language model.
  ["src/embeddings/", ["src/runtime/", "src/text/", "src/catalog/", "src/llm/"]],
  ["src/isolation/", ["src/runtime/", "src/text/", "src/loader/", "src/isolation/"]],
  ["src/loader/", ["src/runtime/"]],
  ["src/packages/", ["src/runtime/", "src/text/", "src/net/read.ts"]],
  [
    "src/routes/",
    [
      "src/routes/",
      "src/connections/",
      "src/access/table.ts",
      "src/runs/",
      "src/runtime/",
      "src/text/",
      "src/presenters/",
      "src/mcp/",
      "src/catalog/",
      "src/accounts/",
      "src/payment/",
      "src/net/",
      "src/proxy/",
      "src/dynamic-tools/",
      "src/embeddings/",
      "src/sandbox-ledger/",
      // Of the operator's overview: what was measured and counted.
      "src/metrics/overview.ts",
      "src/metrics/stalls.ts",
      "src/proxy/breaker.ts",
      "src/store/census.ts",
    ],
  ],
  ["src/actor-api.ts", ["src/runtime/", "src/net/read.ts"]],
  ["src/app/process/serve.ts", ["src/runtime/", "src/app/settings/"]],
  ["src/app/settings/", ["src/runtime/"]],
  ["src/app/telemetry/log.ts", ["src/runtime/"]],
  ["src/app/actors/stages.ts", ["src/runtime/", "plugins/"]],
  ["src/app/", ["src/"]],
  ["src/cli", ["src/", "plugins/"]],
  ["src/shell.ts", ["src/"]],
  ["src/main.ts", ["src/"]],
];

/** Packages with a place of their own, and where that is. */
const PACKAGE_PLACES: Readonly<Record<string, readonly string[]>> = {
  elysia: ["src/app/process/serve.ts", "src/routes/"],
  // Only tests load it: it takes three times as long as what it is made of, and others wait meanwhile.
  xrpl: [],
  "ripple-binary-codec": ["src/payment/xrpl/", "src/sandbox-ledger/"],
  "ripple-keypairs": ["src/payment/xrpl/", "src/sandbox-ledger/"],
  "bignumber.js": ["src/payment/xrpl/", "src/sandbox-ledger/"],
  "@modelcontextprotocol/server": ["src/mcp/server.ts", "src/mcp/ill-formed.ts"],
  jose: ["src/payment/receipts.ts"],
  linkedom: ["src/page/"],
  htmlparser2: ["src/page/", "src/feed/", "src/text/markup.ts"],
  turndown: ["src/page/"],
  unpdf: ["src/page/"],
  chardet: ["src/text/charset.ts"],
  "iconv-lite": ["src/text/charset.ts"],
  "drizzle-orm": [
    "src/store/",
    "src/accounts/",
    "src/payment/claims/queries.ts",
    "src/payment/follower/compare.ts",
    "src/payment/follower/gaps.ts",
    "src/payment/follower/markers.ts",
    "src/payment/follower/rewind.ts",
    "src/payment/follower/unfollowed-orders.ts",
    "src/llm/budget-rows.ts",
    "src/dynamic-tools/",
    "src/connections/",
    "src/usage/",
    "src/runs/",
    "src/backup/replay-queries.ts",
    "src/backup/revocations.ts",
  ],
  pg: ["src/store/drivers/postgres/"],
  ioredis: ["src/redis/connection.ts", "src/accounts/limits/limiters.ts"],
  "eventsource-parser": ["src/llm/answer-data.ts"],
  "rate-limiter-flexible": ["src/accounts/limits/"],
  aws4fetch: ["src/connections/", "src/net/object-storage.ts"],
  oauth4webapi: ["src/connections/"],
  tldts: ["src/access/"],
  uqr: ["src/web/"],
  tar: ["src/packages/tarball.ts"],
  pino: ["src/app/telemetry/log.ts"],
  "pino-pretty": ["src/app/telemetry/log.ts"],
  // Who could send something past the guard.
  "node:tls": ["src/backup/root-certificates.ts", "src/net/connect.ts"],
  "node:http": ["src/cli/demo/notes-api.ts"],
  "node:https": [],
  "node:http2": [],
  "node:dgram": [],
};

/** The only files that may use what only Bun has. */
const BUN_ONLY: readonly string[] = [
  "src/app/parts/bundle.ts",
  "src/app/process/serve.ts",
  "src/app/process/sweep.ts",
  "src/app/process/system-sockets.ts",
  "src/backup/sqlite.ts",
  "src/catalog/sqlite.ts",
  "src/cli/fit-text.ts",
  "src/isolation/bundle-hub.ts",
  "src/isolation/bundle-imports.ts",
  "src/isolation/bundle.ts",
  "src/loader/bun-resolve.ts",
  "src/payment/mac.ts",
  "src/routes/http/direct.ts",
  "src/store/drivers/sqlite/sqlite.ts",
  "src/store/processes/exclusive.ts",
  "src/text/collector.ts",
];

describe("the architecture", () => {
  test("every file imports only what its place allows", () => {
    const strays = FILES.flatMap(({ path, imports }) => {
      const rule = MAY_IMPORT.find(([place]) => path.startsWith(place));
      if (rule === undefined) return [`${path} has no rule: say in this test what it may import`];
      // An actor that is one file has no folder of its own: `actors/` is everybody's.
      const own = dirname(path) === "actors" ? [] : [`${dirname(path)}/`];
      return imports
        .filter((target) => /^(?:src|plugins|actors)\//.test(target))
        .filter((target) => ![...rule[1], ...own].some((allowed) => target.startsWith(allowed)))
        .map((target) => `${path} → ${target}`);
    });
    expect(strays).toEqual([]);
  });

  test("no stage imports another", () => {
    const strays = FILES.filter(({ path }) => path.startsWith("plugins/")).flatMap(({ path, imports }) =>
      imports.filter((target) => target.startsWith("plugins/")).map((target) => `${path} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test("intent-router names no other actor: each owns what routes to it", () => {
    const slugs = new Set(
      FILES.map(({ path }) => /^actors\/([a-z][\w-]*?)(?:\/index)?\.ts$/.exec(path)?.[1]).filter(
        (slug) => slug !== undefined && slug !== "intent-router",
      ),
    );
    const strays = FILES.filter(({ path }) => path.startsWith("actors/intent-router/")).flatMap(({ path, text }) =>
      [...slugs].filter((slug) => new RegExp(`["'\`]${slug}["'\`]`).test(text)).map((slug) => `${path}: ${slug}`),
    );
    expect(strays).toEqual([]);
  });

  test("what actors share is needed by two of them at least: what one needs lies in its own folder", () => {
    const actorOf = (path: string): string => path.split("/")[1]?.replace(/\.ts$/, "") ?? "";
    const shared = FILES.map(({ path }) => path).filter((path) => path.startsWith("actors/_shared/"));
    const neededBy = (path: string): readonly string[] =>
      FILES.filter(({ path: user, imports }) => user.startsWith("actors/") && imports.includes(path)).flatMap(
        ({ path: user }) => (shared.includes(user) ? neededBy(user) : [actorOf(user)]),
      );
    expect(shared.filter((path) => new Set(neededBy(path)).size < 2)).toEqual([]);
  });

  test("packages with a place of their own stay there", () => {
    const strays = FILES.flatMap(({ path, imports }) =>
      imports
        .filter((target) => PACKAGE_PLACES[target]?.some((place) => path.startsWith(place)) === false)
        .map((target) => `${path} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test("no file is imported in a circle", () => {
    expect(circlesOf(new Map(FILES.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  // At a depth of two, all of `src/payment` is one folder; at three, what lies at its root is one of its own.
  test.each([2, 3, 4])("no folder is imported in a circle, as seen from a depth of %d", (depth) => {
    const folderOf = (path: string): string => dirname(path).split("/").slice(0, depth).join("/");
    const files = new Set(FILES.map(({ path }) => path));
    const folders = new Map<string, Set<string>>();
    for (const { path, imports } of FILES) {
      const targets = folders.get(folderOf(path)) ?? new Set();
      folders.set(folderOf(path), targets);
      for (const target of imports.filter((each) => files.has(each)).map(folderOf))
        if (target !== folderOf(path)) targets.add(target);
    }
    expect(circlesOf(folders)).toEqual([]);
  });

  test("what only Bun has is used where this table says, and nowhere else", () => {
    const users = FILES.filter(({ text }) => /\bBun\.|["']bun:/.test(text)).map(({ path }) => path);
    expect(users).toEqual([...BUN_ONLY]);
  });

  test("only the composition roots read the environment", () => {
    // A browser has none: what stands there is shown as a snippet.
    const places = FILES.filter(({ path }) => !path.startsWith("src/web/"));
    const readers = places.filter(({ text }) => /process\.env(?!\["PATH"\])/.test(text)).map(({ path }) => path);
    expect(readers).toEqual([
      "src/app/process/heap-growth.ts",
      "src/app/server-process.ts",
      "src/cli/actor-packages.ts",
      "src/cli/actor.ts",
      "src/cli/admin/action.ts",
      "src/cli/admin/runs.ts",
      "src/cli/admin/secret.ts",
      "src/cli/backup.ts",
      "src/cli/call.ts",
      "src/cli/catalog/catalog.ts",
      "src/cli/catalog/releases.ts",
      "src/cli/connect.ts",
      "src/cli/folder-owner.ts",
      "src/cli/ledger.ts",
      "src/cli/llm/evaluate.ts",
      "src/cli/llm/llm.ts",
      "src/cli/pay.ts",
      "src/cli/restore.ts",
      "src/cli/with-connections.ts",
    ]);
  });

  test("no file is long: what it tells can be told in 350 lines", () => {
    const long = FILES.map(({ path, text }) => [path, text.split("\n").length - 1] as const);
    expect(long.filter(([path, lines]) => path.startsWith("src/") && lines > 350)).toEqual([]);
  });

  test("every file says first what it is for, and names its imports with their ending", () => {
    const silent = FILES.filter(({ text }) => !text.startsWith("/**")).map(({ path }) => path);
    const vague = FILES.flatMap(({ path, text }) =>
      [...text.matchAll(/from "(\.[^"]*)"/g)]
        .filter(([, target]) => !/\.(?:ts|json)$/.test(target ?? ""))
        .map(() => path),
    );
    expect({ silent, vague }).toEqual({ silent: [], vague: [] });
  });
});

function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, way: readonly string[]): void => {
    if (way.includes(node)) circles.push([...way.slice(way.indexOf(node)), node].join(" → "));
    if (done.has(node) || way.includes(node)) return;
    for (const target of graph.get(node) ?? []) if (graph.has(target)) visit(target, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

async function readSources(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const folder of ["src", "plugins", "actors"]) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!name.endsWith(".ts")) continue;
      const path = `${folder}/${name}`;
      // What stands in a text, as in a template of a new file, is no import of this one.
      const text = (await readFile(join(ROOT, path), "utf8")).replace(/`(?:\\.|[^`\\])*`/gs, (literal) =>
        literal.includes("import ") ? "``" : literal,
      );
      const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target ?? "");
      files.push({ path, text, imports: targets.map((target) => resolveImport(path, target)) });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith(".")) return relative(ROOT, join(ROOT, dirname(from), target));
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[1] ?? target;
}
