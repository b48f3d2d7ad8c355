/**
 * One commit of a git repository, read without a working copy: nothing is checked out, so that no hook, filter,
 * attribute or submodule of the repository has a say. The program runs as whoever calls it, with neither the machine's
 * nor the user's configuration, and without the transports that start programs.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../runtime/errors.ts";
import { createTree, type FileTree, isOfPackage, judgePath, PACKAGE_LIMITS, refusal } from "./file-tree.ts";
import { onOneLine, quoted } from "./quoted.ts";

export interface Commit {
  /** Its full hash. */
  readonly commit: string;
  readonly files: FileTree;
}

export interface GitDeps {
  /** The folder to work in; what is made in it is gone afterwards. */
  readonly scratch: string;
  /** What programs are found by, and who the user is: `PATH`, `HOME`, `SSH_AUTH_SOCK`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const WHAT = "Cannot use the repository";
/** Of what git stores of one commit, history and packing included. */
const MAX_REPOSITORY_BYTES = 64 * 1024 * 1024;
const LIMIT_MS = 120_000;
const LOOK_MS = 100;
const MAX_LISTING_BYTES = 1024 * 1024;
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.sshCommand=ssh -oBatchMode=yes",
  "credential.helper=",
  "fetch.recurseSubmodules=false",
  "fetch.writeCommitGraph=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.http.allow=always",
  "protocol.ssh.allow=always",
  "protocol.file.allow=always",
  "transfer.bundleURI=false",
  "transfer.fsckObjects=true",
].flatMap((setting) => ["-c", setting]);
const ENTRY = /^(\d{6}) (\w+) ([\da-f]{40,64}) +(\d+|-)\t([^]+)$/;

/** @throws {OperatorError} where there is no such commit, or it holds links, submodules or too much. */
export async function readCommit(url: string, ref: string, deps: GitDeps): Promise<Commit> {
  const folder = await mkdtemp(join(deps.scratch, "git-"));
  try {
    const git = (...args: readonly string[]) => runGit(args, { ...deps, folder });
    await git("init", "--quiet", "--bare", "--template=", "--", folder);
    await git("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", url, ref);
    const commit = (await git("rev-parse", "--verify", "FETCH_HEAD^{commit}")).toString("latin1").trim();
    const listing = (await git("ls-tree", "-r", "-l", "-z", "--full-tree", commit)).toString("utf8");
    const builder = createTree(WHAT, PACKAGE_LIMITS);
    const entries = entriesOf(listing);
    const objects = entries.map(({ object }) => `${object}\n`).join("");
    let rest = await runGit(["cat-file", "--batch"], { ...deps, folder, input: objects });
    for (const { path, bytes } of entries) {
      // A line of what it is, its bytes, and the end of a line.
      const start = rest.indexOf("\n") + 1;
      builder.add(path, new Uint8Array(rest.subarray(start, start + bytes)));
      rest = rest.subarray(start + bytes + 1);
    }
    return { commit, files: builder.tree() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface TreeEntry {
  readonly path: string;
  readonly object: string;
  readonly bytes: number;
}

/** What `ls-tree -r -l -z` has listed, links and submodules refused, hidden files left out. */
function entriesOf(listing: string): readonly TreeEntry[] {
  const lines = listing.split("\0").filter((line) => line !== "");
  const entries = lines.map((line) => {
    const [, mode = "", , object = "", size = "", path = ""] = ENTRY.exec(line) ?? [];
    if (mode === "160000" || path === ".gitmodules") throw refusal(WHAT, `${quoted(path)} belongs to a submodule`);
    if (mode === "120000") throw refusal(WHAT, `${quoted(path)} is a link`);
    if (!mode.startsWith("100")) throw refusal(WHAT, `${quoted(path)} is no plain file`);
    return { path, object, bytes: Number(size) };
  });
  const ofPackage = entries.filter(({ path }) => isOfPackage(path));
  // Counted before the first is read.
  const count = createTree(WHAT, PACKAGE_LIMITS);
  for (const { path, bytes } of ofPackage) count.announce(path, bytes);
  for (const { path } of entries) if (path.split("/").includes("..")) judgePath(WHAT, path);
  return ofPackage;
}

interface GitRun extends GitDeps {
  readonly folder: string;
  readonly input?: string;
}

/** What the program writes. It is ended when it takes too long, or stores too much. */
function runGit(args: readonly string[], { folder, env, signal, input = "" }: GitRun): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn("git", [...SETTINGS, ...args], {
    cwd: folder,
    env: {
      ...Object.fromEntries(
        ["PATH", "HOME", "SSH_AUTH_SOCK"].flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
      ),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_DIR: folder,
      LC_ALL: "C",
    },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // Its transports are ended with it.
  });
  const written: Buffer[] = [];
  let size = 0;
  let said = "";
  let fault: Error | undefined;
  const end = (error: Error): void => {
    fault ??= error;
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  };
  const timer = setTimeout(() => end(refusal(WHAT, `git took longer than ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  const look = setInterval(() => {
    void bytesIn(folder).then((bytes) => {
      if (bytes > MAX_REPOSITORY_BYTES) end(refusal(WHAT, "its commit is larger than 64 MiB"));
    });
  }, LOOK_MS);
  const abort = (): void => end(new OperatorError("Stopped; nothing was installed."));
  signal.addEventListener("abort", abort, { once: true });
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_LISTING_BYTES + PACKAGE_LIMITS.maxBytes) end(refusal(WHAT, "git answers with too much"));
    else written.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-2_000);
  });
  child.on("error", (error) => {
    settle();
    reject(new OperatorError(`Cannot run git: ${onOneLine(error.message)}. Is it installed?`, { cause: error }));
  });
  child.on("close", (code) => {
    settle();
    if (fault !== undefined) reject(fault);
    else if (code === 0) resolve(Buffer.concat(written));
    else reject(refusal(WHAT, lastLineOf(said)));
  });
  child.stdin.on("error", () => undefined); // It does not read what it does not want.
  child.stdin.end(input);
  if (signal.aborted) abort();
  return promise;

  function settle(): void {
    clearTimeout(timer);
    clearInterval(look);
    signal.removeEventListener("abort", abort);
  }
}

/** What git gives as the reason stands in the last line that says "fatal". */
function lastLineOf(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const line = lines.findLast((each) => each.startsWith("fatal:")) ?? lines.at(-1) ?? "git failed";
  return onOneLine(line.replace(/^fatal: /, ""), 300).replace(/\.$/, "");
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile() === true) bytes += found.size;
  }
  return bytes;
}
