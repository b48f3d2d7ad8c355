/**
 * What a module is made of: itself and all that it imports, wherever that lies. An import is found in the text, so one
 * whose name is computed is not seen; neither are packages, which change with a restart.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hubExport } from "./hub-exports.ts";

/** The files as one scan has found them: each is read once. */
export interface Sources {
  /** The module and everything it imports, directly or not; absolute paths, itself first. */
  closure(file: string): Promise<readonly string[]>;
  /** Changes with any byte of the closure. */
  fingerprint(file: string): Promise<string>;
}

/** A pipe or a device would be read without end. */
async function contentOf(path: string): Promise<Buffer | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}

interface SourceFile {
  /** Of the content; "gone" where there is no such file. */
  readonly digest: string;
  /** Absolute paths as they are written, before it is known which ending is meant. */
  readonly targets: readonly string[];
}

const GONE: SourceFile = { digest: "gone", targets: [] };
/** `from "x"`, `import "x"`, `import("x")`, `require("x")`, and `new URL("x", import.meta.url)`, a module for a thread. */
const IMPORT =
  /\b(?:from|import|require)\s*\(?\s*["']([^"'\n]+)["']|\bnew\s+URL\(\s*["']([^"'\n]+)["']\s*,\s*import\.meta\.url/g;
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];

/**
 * Gives a fresh look at the files, as often as it is called. What is `fixed`, as the hub's own modules are, is read
 * once: the running process keeps it whatever becomes of the file.
 */
export function createSourceReader(isFixed: (path: string) => boolean): () => Sources {
  const fixed = new Map<string, Promise<SourceFile>>();
  const parsed = new Map<string, SourceFile>();

  return () => {
    const seen = new Map<string, Promise<SourceFile>>();
    const closures = new Map<string, Promise<readonly string[]>>();

    function fileAt(path: string): Promise<SourceFile> {
      const memo = isFixed(path) ? fixed : seen;
      const known = memo.get(path) ?? readSource(path);
      memo.set(path, known);
      return known;
    }

    async function readSource(path: string): Promise<SourceFile> {
      const content = await contentOf(path);
      if (content === undefined) return GONE;
      const digest = createHash("sha256").update(content).digest("hex");
      const before = parsed.get(path);
      if (before?.digest === digest) return before;
      const source = { digest, targets: targetsOf(content.toString("utf8"), path) };
      parsed.set(path, source);
      return source;
    }

    /** A file that is not there yet is named by what would have to come. */
    async function found(target: string): Promise<string> {
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
