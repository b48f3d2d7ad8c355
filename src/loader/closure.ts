/**
 * What a module is made of: itself and all that it imports, wherever that lies. An import is found in the text, so one
 * whose name is computed is not seen; neither are packages, which change with a restart.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hubExport } from "./hub-exports.ts";
import { unlessPassing } from "./passing-fault.ts";

/** The files as one scan has found them: each is looked at once. */
export interface Sources {
  /** The module and everything it imports, directly or not; absolute paths, itself first. */
  closure(file: string): Promise<readonly string[]>;
  /** Changes with any byte of the closure. */
  fingerprint(file: string): Promise<string>;
  /** The first file of the closure that is larger than one may be, an absolute path. */
  oversized(file: string): Promise<string | undefined>;
}

/** The files of a disk. */
export interface Files {
  /** What tells one state of a file from another without reading it; `undefined` where there is no file to be read. */
  look(path: string): Promise<FileState | undefined>;
  /** `undefined` where it is gone. @throws where it cannot be read at the moment. */
  read(path: string): Promise<Buffer | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface FileState {
  /** Differs where size, inode or a time of the file differs. */
  readonly stamp: string;
  readonly bytes: number;
  /** When anything of it has changed last, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** A file of more than that is not read, and its actor is refused: to compile 60 MB takes a second. */
export const MAX_SOURCE_MIB = 16;
export const MAX_SOURCE_BYTES = MAX_SOURCE_MIB * 1024 * 1024;

/** Two writes within so much may leave the same times: the coarsest file systems count in steps of two seconds. */
const TICK_MS = 4_000;

const diskFiles: Files = {
  async look(path) {
    try {
      const found = await stat(path, { bigint: true });
      // A pipe or a device would be read without end.
      if (!found.isFile()) return undefined;
      // Nobody can set a ctime: it shows an edit by whoever puts the mtime back.
      const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
      return {
        stamp: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`,
        bytes: Number(size),
        changedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
      };
    } catch {
      return undefined;
    }
  },
  read: (path) => readFile(path).catch((error: unknown) => unlessPassing(error, undefined)),
  now: Date.now,
};

interface SourceFile {
  /** Of the content; "gone" where there is no such file. Of one that is too large, of how it looks. */
  readonly digest: string;
  readonly isTooLarge?: boolean;
  /** Absolute paths as they are written, before it is known which ending is meant. */
  readonly targets: readonly string[];
}

const GONE: SourceFile = { digest: "gone", targets: [] };
/** `from "x"`, `import "x"`, `import("x")`, `require("x")`, and `new URL("x", import.meta.url)`, a module for a thread. */
const IMPORT =
  /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']|\bnew\s+URL\(\s*["']([^"'\n]+)["']\s*,\s*import\.meta\.url/g;
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];

/** A file as it was read, and what it looked like then. */
interface KnownSource {
  readonly source: SourceFile;
  readonly stamp: string;
  /** Whether it had rested for so long that an edit since must show in its stamp. */
  readonly isSettled: boolean;
}

/**
 * Gives a fresh look at the files, as often as it is called; one that looks as it did is not read again. What is `fixed`,
 * as the hub's own modules are, is read once: the running process keeps it whatever becomes of the file.
 */
export function createSourceReader(isFixed: (path: string) => boolean, files: Files = diskFiles): () => Sources {
  const fixed = new Map<string, Promise<SourceFile>>();
  const parsed = new Map<string, KnownSource>();

  return () => {
    const seen = new Map<string, Promise<SourceFile>>();
    const closures = new Map<string, Promise<readonly string[]>>();
    const meant = new Map<string, Promise<string>>();

    function fileAt(path: string): Promise<SourceFile> {
      const memo = isFixed(path) ? fixed : seen;
      const known = memo.get(path) ?? readSource(path);
      memo.set(path, known);
      return known;
    }

    async function readSource(path: string): Promise<SourceFile> {
      const lookedAt = files.now();
      const state = await files.look(path);
      if (state === undefined) return GONE;
      if (state.bytes > MAX_SOURCE_BYTES) return { digest: state.stamp, targets: [], isTooLarge: true };
      const before = parsed.get(path);
      if (before?.isSettled === true && before.stamp === state.stamp) return before.source;
      const content = await files.read(path);
      if (content === undefined) return GONE;
      const digest = createHash("sha256").update(content).digest("hex");
      const isSame = before?.source.digest === digest;
      const source = isSame ? before.source : { digest, targets: targetsOf(content.toString("utf8"), path) };
      parsed.set(path, { source, stamp: state.stamp, isSettled: state.changedAt < lookedAt - TICK_MS });
      return source;
    }

    function found(target: string): Promise<string> {
      const known = meant.get(target) ?? search(target);
      meant.set(target, known);
      return known;
    }

    /** A file that is not there yet is named by what would have to come. */
    async function search(target: string): Promise<string> {
      for (const ending of ENDINGS) if ((await fileAt(target + ending)) !== GONE) return target + ending;
      return target;
    }

    function closure(file: string): Promise<readonly string[]> {
      const known = closures.get(file) ?? walk(file);
      closures.set(file, known);
      return known;
    }

    async function walk(file: string): Promise<readonly string[]> {
      const reached = new Set([file]);
      for (const path of reached) for (const target of (await fileAt(path)).targets) reached.add(await found(target));
      return [...reached];
    }

    return {
      closure,
      async oversized(file) {
        for (const path of await closure(file)) if ((await fileAt(path)).isTooLarge === true) return path;
        return undefined;
      },
      async fingerprint(file) {
        const hash = createHash("sha256");
        for (const path of (await closure(file)).toSorted())
          hash.update(`${relative(dirname(file), path)}\0${(await fileAt(path)).digest}\0`);
        return hash.digest("hex").slice(0, 16);
      },
    };
  };
}

function targetsOf(text: string, path: string): readonly string[] {
  if (!/\.(?:[jt]sx?|m[jt]s)$/.test(path)) return [];
  const names = [...text.matchAll(IMPORT)].map(([, module, url]) => (url === undefined ? module : `./${url}`));
  return names.map((name) => targetOf(name ?? "", path)).filter((target) => target !== undefined);
}

/** The absolute path that an import means; `undefined` for a package and for what is built in. */
function targetOf(name: string, from: string): string | undefined {
  if (name.startsWith("file:") && URL.canParse(name)) return fileURLToPath(name);
  const path = name.replace(/[?#].*/s, "");
  if (path.startsWith("/")) return path;
  return /^\.\.?\//.test(path) ? join(dirname(from), path) : hubExport(path);
}
