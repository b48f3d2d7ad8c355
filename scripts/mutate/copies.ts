/** Copies of the project that mutants are made in, so that nothing here changes while they run. */
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Mutant } from "./mutant.ts";

const COPIED = [
  "src",
  "plugins",
  "actors",
  "test",
  "scripts",
  "package.json",
  "tsconfig.json",
  "bunfig.toml",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "GLOSSARY.md",
  "LICENSE",
  "docs",
];
/** Large, and never written to. */
const LINKED = ["node_modules", "data"];
/** What hangs for so long was noticed, too. */
const HANGS_MS = 240_000;
/** A busy machine must not fail a test that says nothing of time. */
const TEST_MS = 60_000;
/** Nothing answers there: most tests of PostgreSQL ask the same of the same code, and are skipped. */
const NO_DATABASE = "postgres://127.0.0.1:1/none";

export interface Copies extends AsyncDisposable {
  readonly folders: readonly string[];
}

export interface TestRun {
  /** "broken": they did not even load. */
  readonly state: "passed" | "failed" | "hung" | "broken";
  readonly report: string;
}

export async function makeCopies(root: string, count: number): Promise<Copies> {
  const base = await mkdtemp(join(tmpdir(), "mutants-"));
  const folders = Array.from({ length: count }, (_, number) => join(base, `copy-${number}`));
  const corpora = resolve(root, "../shared");
  if (existsSync(corpora)) await symlink(corpora, join(base, "shared"));
  for (const folder of folders) {
    await mkdir(folder);
    for (const name of COPIED) await cp(join(root, name), join(folder, name), { recursive: true });
    for (const name of LINKED) if (existsSync(join(root, name))) await symlink(resolve(root, name), join(folder, name));
  }
  return { folders, [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }) };
}

/** Runs the tests of these files in a copy, up to the first failure. */
export function runTests(
  folder: string,
  { tests: files, isPostgres = false }: Pick<Mutant, "tests" | "isPostgres">,
  signal: AbortSignal,
): Promise<TestRun> {
  const { promise, resolve: settle } = Promise.withResolvers<TestRun>();
  const child = spawn(process.execPath, ["test", "--bail", `--timeout=${TEST_MS}`, ...files], {
    cwd: folder,
    env: { ...process.env, LONG: "1", ...(!isPostgres && { TEST_DATABASE_URL: NO_DATABASE }) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // With what it starts it is a group that can be ended as one.
  });
  let report = "";
  let isHung = false;
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    isHung = true;
    end();
  }, HANGS_MS);
  signal.addEventListener("abort", end, { once: true });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (report = (report + chunk.toString()).slice(-20_000)));
  child.once("close", (code) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    const hasFailed = /^\(fail\)|^ *[1-9]\d* fail$/m.test(report);
    settle({ state: isHung ? "hung" : code === 0 ? "passed" : hasFailed ? "failed" : "broken", report });
  });
  return promise;
}
