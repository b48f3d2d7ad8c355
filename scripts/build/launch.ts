/**
 * What an executable of the hub does first. It carries the hub as files and lays them into a folder of their own, once,
 * since actors are reloaded, packed and fenced as files. Then it is Bun with this hub: `serve`, or a command of the shell;
 * and what the hub starts, a worker or a trial, is this executable again, with one of those files.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { extract } from "tar";
import type { CarriedFile } from "./files.ts";

export interface CarriedArchive {
  /** Of the archive, in hex; the name of the folder. */
  readonly digest: string;
  /** Where this executable has the archive within itself. */
  readonly archive: string;
  readonly files: readonly CarriedFile[];
}

const MAIN = "src/main.ts";
const CLI = "src/cli.ts";
/** This version and the one before it, which may still be running. */
const KEPT_VERSIONS = 2;
/** An executable that is laid out by two processes at once, each in a folder of its own, is laid out well. */
const PARTS = ".part-";
/** Nobody takes so long to lay files out: whoever began was killed. */
const ABANDONED_MS = 60 * 60_000;

export async function launch(carried: CarriedArchive): Promise<void> {
  const [, , first, ...rest] = process.argv;
  if (first !== undefined && isOwnFile(first, carried)) return start(first, rest);
  const root = await layOut(carried, folderOf(process.env));
  // Before the shell is loaded: the server bounds its memory first. With arguments the shell says what is wrong with them.
  if (first === "serve" && rest.length === 0) return start(join(root, MAIN), rest);
  await start(join(root, CLI), first === undefined ? ["help"] : [first, ...rest]);
}

async function start(file: string, args: readonly string[]): Promise<void> {
  process.argv.splice(1, process.argv.length, file, ...args);
  // What it was built with, every process of it has by itself; a fork would take it for arguments.
  process.execArgv.splice(0);
  await import(file);
}

/** What the hub hands its own executable to run. Nothing else is run: this is no Bun for everybody's files. */
function isOwnFile(path: string, { digest, files }: CarriedArchive): boolean {
  const at = path.lastIndexOf(`${sep}${digest}${sep}`);
  if (!isAbsolute(path) || at < 0) return false;
  const name = path.slice(at + digest.length + 2).replaceAll(sep, "/");
  return files.some((file) => file.path === name);
}

/** `HUB_APP_DIR`, else a folder of the data. */
function folderOf({ HUB_APP_DIR, HUB_DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return resolve(HUB_APP_DIR || join(HUB_DATA_DIR || "data", "app"));
}

/** The folder with all of it. What lies there and is not whole, after a power cut for example, is laid out anew. */
async function layOut(carried: CarriedArchive, folder: string): Promise<string> {
  const root = join(folder, carried.digest);
  if (isWhole(root, carried)) return root;
  const part = join(folder, `${PARTS}${process.pid}-${crypto.randomUUID()}`);
  mkdirSync(part, { recursive: true, mode: 0o755 });
  try {
    const tar = zstdDecompressSync(readFileSync(carried.archive));
    const { promise, resolve: done, reject } = Promise.withResolvers<void>();
    const into = extract({ cwd: part, strict: true });
    into.once("close", done);
    into.once("error", reject);
    into.end(tar);
    await promise;
    rmSync(root, { recursive: true, force: true });
    renameSync(part, root);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!isWhole(root, carried)) throw error; // Else another process was faster.
  }
  forgetOthers(folder, root);
  return root;
}

function isWhole(root: string, { files }: CarriedArchive): boolean {
  return files.every(({ path, size }) => statSync(join(root, path), { throwIfNoEntry: false })?.size === size);
}

/** Other processes may be at it, too: what one of them has deleted is gone. */
function forgetOthers(folder: string, root: string): void {
  const now = new Date();
  utimesSync(root, now, now);
  const found = readdirSync(folder).flatMap((name) => {
    const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    return at === undefined ? [] : [{ name, at }];
  });
  const versions = found.filter(({ name }) => /^[\da-f]{64}$/.test(name)).toSorted((a, b) => b.at - a.at);
  const parts = found.filter(({ name, at }) => name.startsWith(PARTS) && at < now.getTime() - ABANDONED_MS);
  for (const { name } of [...versions.slice(KEPT_VERSIONS), ...parts])
    rmSync(join(folder, name), { recursive: true, force: true });
}
