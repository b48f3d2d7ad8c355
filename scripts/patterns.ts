/**
 * `bun scripts/patterns.ts` looks at every pattern of `src`, `plugins` and `actors`: none may take time that grows faster
 * than the text, for most of them meet what strangers write. What was judged linear stands in `patterns/linear.json`,
 * so that a pattern is judged once and not again on each machine; `--write` brings that file up to date.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import recheck from "recheck/package.json" with { type: "json" };
import { ALLOWED } from "./patterns/allowed.ts";
import { judge, type Verdict } from "./patterns/judge.ts";
import { type Pattern, patternsOf } from "./patterns/literals.ts";

const FOLDERS = ["src", "plugins", "actors"];
/** They run when they are imported; their own patterns are literals. */
const PROGRAMS = new Set([
  "src/main.ts",
  "src/cli.ts",
  "src/offload/thread.ts",
  "src/loader/trial-child.ts",
  "src/loader/trial-watch.ts",
  "src/web/connections.ts",
  "src/isolation/child/main.ts",
  "src/web/docs.ts",
  "src/web/explorer.ts",
  "src/web/operator.ts",
  "src/web/pay.ts",
  "src/web/usage.ts",
]);
/** Sorted digests, by `digestOf`. */
const LINEAR = fileURLToPath(new URL("patterns/linear.json", import.meta.url));
const AT_ONCE = 2;
/** In the place of a file. */
const MADE = "(put together)";

const files = FOLDERS.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.ts`).scanSync(".")]).sort();
const faults: string[] = [];
/** Where each pattern stands. */
const places = new Map<string, { pattern: Pattern; files: string[] }>();
const used = new Set<(typeof ALLOWED)[number]>();

for (const file of files) {
  const { literals, late } = patternsOf(readFileSync(file, "utf8"));
  for (const pattern of literals) note(pattern, file);
  for (const code of late)
    if (!isAllowed(file, code))
      faults.push(`${file}: is put together in a function, where nobody can look at it: ${code}`);
}
for (const pattern of madeOnImport()) note(pattern, MADE);

for (const [text, place] of places) if (place.files.every((file) => isAllowed(file, text))) places.delete(text);

const linear = new Set<string>(JSON.parse(readFileSync(LINEAR, "utf8")));
const verdicts = new Map<string, Verdict>();
const queue = [...places.keys()].filter((text) => !linear.has(digestOf(text)));
await Promise.all(Array.from({ length: AT_ONCE }, work));

for (const [text, place] of places) {
  const verdict = verdicts.get(text);
  if (verdict === undefined || verdict.state === "linear") continue;
  const why = verdict.state === "unknown" ? "cannot be judged in time" : `${verdict.complexity}, by ${verdict.attack}`;
  faults.push(`${place.files.join(", ")}: ${why}: ${text}`);
}
for (const entry of ALLOWED)
  if (!used.has(entry)) faults.push(`scripts/patterns/allowed.ts: nothing needs ${entry.file ?? MADE}: ${entry.part}`);

if (process.argv.includes("--write")) {
  const digests = [...places.keys()].filter((text) => isLinear(text)).map(digestOf);
  writeFileSync(LINEAR, `${JSON.stringify(digests.sort(), null, 2)}\n`);
}

if (faults.length > 0) {
  console.error(faults.join("\n"));
  console.error(`${faults.length} of ${places.size} patterns may take longer than the text is long.`);
  process.exit(1);
}
console.log(`✓ All ${places.size} patterns match in linear time, or what they meet is short`);

function note(pattern: Pattern, file: string): void {
  const text = `/${pattern.source}/${pattern.flags}`;
  const place = places.get(text) ?? { pattern, files: [] };
  if (!place.files.includes(file)) place.files.push(file);
  places.set(text, place);
}

function isAllowed(file: string, text: string): boolean {
  const entry = ALLOWED.find((each) => (each.file ?? MADE) === file && text.includes(each.part));
  if (entry !== undefined) used.add(entry);
  return entry !== undefined;
}

function madeOnImport(): Pattern[] {
  const script = fileURLToPath(new URL("patterns/made.ts", import.meta.url));
  const modules = files.filter((file) => !PROGRAMS.has(file));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...modules], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot import every file: ${stderr}`);
  return JSON.parse(stdout);
}

async function work(): Promise<void> {
  for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
    const place = places.get(text);
    if (place !== undefined) verdicts.set(text, await judge(place.pattern));
  }
}

function isLinear(text: string): boolean {
  return (verdicts.get(text)?.state ?? "linear") === "linear";
}

/** Another version of the judge may judge otherwise. */
function digestOf(text: string): string {
  return createHash("sha256").update(`${recheck.version} ${text}`).digest("hex").slice(0, 16);
}
