/**
 * Tools from plain words on labelled wishes, judged over HTTP by the judge that came with them: search, right entry, right
 * request, refusals, and what a confidence is worth. A hash of the id splits the visible set; of the drawn ones the first
 * was worked on, the second only counted: of what is for checking only the figures are known. `--failures` judges what is
 * for tuning alone, and shows what of it fails; `--set=fourth` judges the sets alone whose names hold that. `--rephrased`
 * tells how many tools change where a wish is said otherwise. `--fit` fits what the signals of the ranking are worth.
 * `--given-entry` makes each tool from the right entries alone, and tells by kind how many requests are right then.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serve } from "./served.ts";
import { type DrawnWish, reportFit } from "./wishes/fit.ts";
import { type LabelledWish, openDoor } from "./wishes/given-entry.ts";
import { reportRephrased, type Wish } from "./wishes/rephrased.ts";

const CORPUS = new URL("../../shared/corpora/wishes/", import.meta.url).pathname;
const SETS = [
  /** Half of a set that others wrote; the other half is not here. */
  ["visible", join(CORPUS, "visible.json")],
  /** For operations drawn from the catalogue by a hash over categories and providers: see wishes/README.md. */
  ["sampled", new URL("wishes/sampled.json", import.meta.url).pathname],
  ["drawn later", new URL("wishes/drawn-later.json", import.meta.url).pathname],
  ["drawn third", new URL("wishes/drawn-third.json", import.meta.url).pathname],
  /** For requests: operations with several inputs. */
  ["drawn fourth", new URL("wishes/drawn-fourth.json", import.meta.url).pathname],
  ["drawn fifth", new URL("wishes/drawn-fifth.json", import.meta.url).pathname],
  /** For operations of providers that none of the others had. */
  ["drawn sixth", new URL("wishes/drawn-sixth.json", import.meta.url).pathname],
  /** The hard kinds. */
  ["drawn seventh", new URL("wishes/drawn-seventh.json", import.meta.url).pathname],
  /** For requests again: the hard kinds. */
  ["drawn eighth", new URL("wishes/drawn-eighth.json", import.meta.url).pathname],
  /** All kinds in the shares of the visible set, all for checking. */
  ["drawn ninth", new URL("wishes/drawn-ninth.json", import.meta.url).pathname],
  /** For requests once more. */
  ["drawn tenth", new URL("wishes/drawn-tenth.json", import.meta.url).pathname],
  /** As agents and people write, in many voices. */
  ["drawn eleventh", new URL("wishes/drawn-eleventh.json", import.meta.url).pathname],
  /** Plain requests that name a well-known service. */
  ["drawn twelfth", new URL("wishes/drawn-twelfth.json", import.meta.url).pathname],
  /** Everyday ones that name no service. */
  ["drawn thirteenth", new URL("wishes/drawn-thirteenth.json", import.meta.url).pathname],
  /** In German, Spanish, French and Portuguese. */
  ["drawn fourteenth", new URL("wishes/drawn-fourteenth.json", import.meta.url).pathname],
  /** For requests: several constraints, nested bodies, lists, corrections and updates. */
  ["drawn fifteenth", new URL("wishes/drawn-fifteenth.json", import.meta.url).pathname],
  /** All kinds once more, mostly for operations that none of the others had. */
  ["drawn sixteenth", new URL("wishes/drawn-sixteenth.json", import.meta.url).pathname],
  /** Of APIs that none of the others had. */
  ["drawn seventeenth", new URL("wishes/drawn-seventeenth.json", import.meta.url).pathname],
] as const;
const DAY_MS = 24 * 3_600_000;

type Half = "tuning" | "checking";

interface Verdict {
  readonly id: string;
  readonly kind: string;
  readonly wish: string;
  /** Of the making of the tool. */
  readonly status?: number;
  readonly absent: boolean;
  readonly search_top1: boolean;
  readonly search_top5: boolean;
  readonly entry: string | null;
  readonly entry_right: boolean;
  readonly dry_right: boolean;
  readonly refused: boolean;
  readonly router_right?: boolean;
  readonly confidence?: number;
  readonly faults: readonly string[];
}

const judge = join(CORPUS, "judge.mjs");
if (!existsSync(judge)) {
  console.log(`skipped: there is no judge at ${judge}`);
  process.exit(0);
}
const catalog = resolve(process.argv.slice(2).find((one) => !one.startsWith("--")) ?? "data/catalog.sqlite");
const showsFailures = process.argv.includes("--failures");
const isGiven = process.argv.includes("--given-entry");
const only = process.argv.find((one) => one.startsWith("--set="))?.slice(6) ?? "";
const halves: readonly Half[] = showsFailures ? ["tuning"] : ["tuning", "checking"];
if (process.argv.includes("--fit")) {
  await reportFit(catalog, SETS.filter(([, file]) => existsSync(file)).flatMap(drawnWishes));
  process.exit(0);
}
if (process.argv.includes("--rephrased")) {
  const asked = SETS.filter(([set, file]) => existsSync(file) && set.includes(only));
  const wishes = asked.flatMap(([, file]) => JSON.parse(withDays(readFileSync(file, "utf8"))) as Wish[]);
  await reportRephrased(catalog, wishes);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), "wishes-"));
try {
  linkSync(catalog, join(folder, "catalog.sqlite"));
  using hub = await serve("../src/main.ts", "/health", {
    HUB_DATA_DIR: folder,
    CATALOG_AUTO_IMPORT: "false",
    LEARN_FROM_USE: "false",
    LOG_LEVEL: "error",
    LIMIT_ANON_PER_MINUTE: "0",
    LIMIT_ANON_PER_DAY: "0",
    LIMIT_REGISTER_PER_HOUR: "0",
    LIMIT_FREE_KEYS_PER_DAY: "0",
    LIMIT_KEY_PER_MINUTE: "0",
  });
  const all: Verdict[] = [];
  for (const [set, file] of SETS) {
    if (!existsSync(file) || !set.includes(only)) continue;
    const verdicts = await judged(`http://127.0.0.1:${hub.port}`, file);
    for (const half of halves) {
      const own = verdicts.filter((one) => halfOf(one) === half);
      if (own.length > 0) (isGiven ? reportGiven : report)(`${set}, ${half}`, own);
    }
    if (showsFailures) showFailures(verdicts);
    all.push(...verdicts);
  }
  for (const half of halves) {
    const own = all.filter((one) => halfOf(one) === half);
    if (!isGiven) calibration(half, own);
    else
      for (const kind of [...new Set(own.map((one) => one.kind))].toSorted())
        reportGiven(`${kind}, ${half}`, own, kind);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function judged(hub: string, file: string): Promise<readonly Verdict[]> {
  const wishes = join(folder, "wishes.json");
  const out = join(folder, "verdicts.json");
  const all = JSON.parse(withDays(readFileSync(file, "utf8"))) as ({ readonly id: string } & LabelledWish)[];
  const asked = all.filter((one) => halves.includes(halfOf(one)) && (!isGiven || one.right.length > 0));
  if (asked.length === 0) return [];
  writeFileSync(wishes, JSON.stringify(asked));
  using door = isGiven ? openDoor(hub, catalog, asked) : undefined;
  const judging = spawn("bun", [judge, door?.base ?? hub, "-", wishes, "--out", out], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status] = (await once(judging, "exit")) as [number | null];
  if (status !== 0) throw new Error("The judge failed");
  const { verdicts } = JSON.parse(readFileSync(out, "utf8")) as { verdicts: Verdict[] };
  if (verdicts.every((one) => one.status === 503))
    throw new Error(`The hub does not serve ${catalog}: import it again`);
  return verdicts;
}

/** What actors do is no matter of the ranking. */
function drawnWishes([draw, file]: (typeof SETS)[number]): DrawnWish[] {
  const wishes = JSON.parse(withDays(readFileSync(file, "utf8"))) as (Wish & { readonly actor?: string })[];
  return wishes
    .filter(({ actor }) => actor === undefined)
    .map((one) => ({ ...one, draw, isTuning: halfOf(one) === "tuning" }));
}

/** "<+1>" is tomorrow and "<fri>" the next Friday: the hub's clock is the real one. */
function withDays(text: string): string {
  const today = Date.now();
  const inDays = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  const toFriday = (5 - new Date(today).getUTCDay() + 7) % 7 || 7;
  return text.replace(/<([+-]\d+)>/g, (_, days: string) => inDays(Number(days))).replaceAll("<fri>", inDays(toFriday));
}

/** Of the visible set half is for checking, of the third draw ("t"), the eleventh ("k"), the twelfth ("q"), the thirteenth ("h"), the fourteenth ("l"), the fifteenth ("j"), the sixteenth ("s") and the seventeenth ("r") a third, half of the eighth ("v"), all of the ninth ("z"); of the others all were read. */
function halfOf({ id }: { readonly id: string }): Half {
  if (/^[nmfgxyu]/.test(id)) return "tuning";
  if (id.startsWith("z")) return "checking";
  const drawn = createHash("sha256").update(id).digest()[0] ?? 0;
  if (/^[tkqhljsr]/.test(id)) return drawn % 3 === 0 ? "checking" : "tuning";
  return drawn % 2 === 0 ? "tuning" : "checking";
}

function report(name: string, verdicts: readonly Verdict[]): void {
  const there = verdicts.filter(({ absent, kind }) => !absent && kind !== "actor");
  const actors = verdicts.filter(({ kind }) => kind === "actor");
  const absent = verdicts.filter((one) => one.absent);
  const share = (of: readonly Verdict[], is: (one: Verdict) => boolean | undefined) =>
    `${((100 * of.filter(is).length) / of.length).toFixed(0)} % of ${of.length}`;
  console.log(
    [
      name.padEnd(22),
      `top-1 ${share(there, (one) => one.search_top1)}`,
      `top-5 ${share(there, (one) => one.search_top5)}`,
      `right entry ${share(there, (one) => one.entry_right)}`,
      `right dry run ${share(there, (one) => one.dry_right)}`,
      `wrongly refused ${share(there, (one) => one.refused)}`,
      `absent refused ${share(absent, (one) => one.refused)}`,
      `actor routed ${share(actors, (one) => one.router_right)}`,
      `actor as tool ${share(actors, (one) => one.dry_right)}`,
    ].join("  "),
  );
}

function reportGiven(name: string, verdicts: readonly Verdict[], kind?: string): void {
  const of = verdicts.filter((one) => kind === undefined || one.kind === kind);
  const right = of.filter((one) => one.dry_right).length;
  const refused = of.filter((one) => one.refused).length;
  console.log(
    `${name.padEnd(22)}  right dry run of the right entry ${((100 * right) / of.length).toFixed(0)} % of ${of.length}, never offered for the words ${refused}`,
  );
}

/** Of tools of so much confidence, how many are of a right entry, and how many make a right request too. */
function calibration(half: Half, verdicts: readonly Verdict[]): void {
  console.log(`calibration, ${half}`);
  for (const [least, below] of [
    [0.8, 1.01],
    [0.6, 0.8],
    [0.4, 0.6],
    [0.2, 0.4],
    [0, 0.2],
  ] as const) {
    const of = verdicts.filter(({ confidence = -1 }) => confidence >= least && confidence < below);
    const right = of.filter((one) => one.entry_right).length;
    const dry = of.filter((one) => one.dry_right).length;
    console.log(
      `  ${least.toFixed(1)} to ${Math.min(1, below).toFixed(1)}: ${String(of.length).padStart(3)} tools, ${right} of a right entry, ${dry} with a right request`,
    );
  }
}

function showFailures(verdicts: readonly Verdict[]): void {
  for (const one of verdicts) {
    const isWell = one.absent ? one.refused : one.dry_right && one.router_right !== false;
    if (isWell) continue;
    const what = one.absent ? "NOT REFUSED" : one.refused ? "REFUSED" : one.entry_right ? "DRY" : "ENTRY";
    const seen = one.absent ? "" : one.search_top1 ? "top1" : one.search_top5 ? "top5" : "";
    console.log(
      `${one.id} ${what} ${seen} [${one.kind}] ${one.wish.slice(0, 110)} → ${one.entry ?? "–"} (${one.confidence ?? ""}) ${one.faults.join("; ").slice(0, 220)}`,
    );
  }
}
