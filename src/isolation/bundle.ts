/**
 * An actor as one self-contained module: what a child behind the fence is given, and what a package is locked to.
 *
 * `bundleActor(file, { root, level })` reads the actor and all it imports, and nothing outside `root` but the hub's own
 * modules. Nothing of it is run: macros of the bundler are refused. The same sources give the same bytes.
 */
import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { MAX_SOURCE_BYTES, MAX_SOURCE_MIB } from "../loader/closure.ts";
import { importFault } from "../loader/import-fault.ts";
import { importsOf } from "./bundle-imports.ts";
import { builtIn, ENTRY, withHubModules, withWork } from "./bundle-hub.ts";

export interface BundleOptions {
  /** Absolute path of the folder outside of which nothing of the actor lies. */
  readonly root: string;
  /**
   * "own" may use the hub's packages and name `node:` modules, which have no power behind the fence; "installed" brings
   * its packages along and names none.
   */
  readonly level: "own" | "installed";
}

export interface Bundle {
  /** An ES module: the actor is its default export. Empty where there are faults. */
  readonly code: Uint8Array;
  /** Of the code, in hex. */
  readonly sha256: string;
  /** Why it cannot be bundled, each with the file's name; none where it can. */
  readonly faults: readonly string[];
  /** Absolute paths of the files it was made of, those of the hub left out. */
  readonly files: readonly string[];
}

const ERRORS = fileURLToPath(new URL("../runtime/errors.ts", import.meta.url));
const LOADERS: Readonly<Record<string, "ts" | "tsx" | "js" | "jsx" | "json">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
  ".json": "json",
};
const MAX_MODULE_MIB = 5;

/** Reads an actor's module, an absolute path, and all that it imports. Never throws for what the actor's files say. */
export async function bundleActor(file: string, options: BundleOptions): Promise<Bundle> {
  const faults = new Set<string>();
  const files = new Set<string>();
  let bytes = 0;
  const ofHub = new Set([ERRORS]);
  const root = await realpath(options.root).catch(() => resolve(options.root));
  const entry = await realpath(file).catch(() => file);
  const nameOf = (path: string): string => relative(root, path) || basename(path);
  const tell = (path: string, what: string): void => void faults.add(`${nameOf(path)}: ${what}`);
  const { ownerOf, targetOf, isAbsent } = importsOf({ root, level: options.level, refuse: tell });

  const built = await Bun.build({
    entrypoints: [ENTRY],
    target: "node",
    format: "esm",
    minify: { whitespace: true, syntax: false, identifiers: false },
    throw: false,
    plugins: [
      {
        name: "an actor as one module",
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path, importer, namespace, kind }) => {
            if (path === ENTRY) return { path: ENTRY, namespace: "entry" };
            // Not by the resolver, which does not see a file that came after it first looked into the folder.
            if (namespace === "entry" || basename(importer) === ENTRY) return { path, external: path === ERRORS };
            if (kind === "require-call" && isAbsent(path, importer)) return { path, namespace: "absent" };
            const target = targetOf(path, importer);
            if (target === undefined) return { path: "nothing", namespace: "nothing" };
            const isLater = ownerOf(target) === "hub" && kind !== "require-call" && ownerOf(importer) === "actor";
            if (isLater) ofHub.add(target);
            if (!target.startsWith("node:")) return { path: target, external: isLater };
            return kind === "require-call" ? { path: target, namespace: "built-in" } : { path: target, external: true };
          });
          build.onLoad({ filter: /.*/, namespace: "entry" }, () => ({
            contents:
              `import * as actor from ${JSON.stringify(entry)}; export default actor["default"];\n` +
              `export { HubError } from ${JSON.stringify(ERRORS)};`,
            loader: "js",
          }));
          // It has every name: that it was refused is told already.
          build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({
            contents: "module.exports = {};",
            loader: "js",
          }));
          // What a package may do without is asked for where that can be caught.
          build.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
            contents: `throw new Error(${JSON.stringify(`There is no module "${path}"`)});`,
            loader: "js",
          }));
          build.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => builtIn(path));
          build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
            const loader = LOADERS[extname(path)];
            if (loader === undefined) {
              tell(path, "is neither a script nor JSON");
              return { contents: "", loader: "js" };
            }
            const isOfHub = ownerOf(path) === "hub";
            if (!isOfHub) {
              files.add(path);
              const size = await sizeOf(path);
              bytes += size; // Not in one: others are being read meanwhile.
            }
            if (bytes > MAX_SOURCE_BYTES) {
              faults.add(`its files are larger than ${MAX_SOURCE_MIB} MiB together`);
              return { contents: "", loader: "js" };
            }
            const text = await readFile(path, "utf8");
            if (loader === "json") return { contents: text, loader };
            if (isOfHub) return { contents: withWork(text), loader };
            try {
              const contents = withWork(await plainScript(text, loader));
              return { contents, loader: loader.replace("ts", "js") as "js" | "jsx" };
            } catch (error) {
              faults.add(importFault(error).replace(/^(?:input\.[a-z]+)?/, nameOf(path)));
              return { contents: "", loader: "js" };
            }
          });
        },
      },
    ],
  });
  for (const log of built.logs.filter(({ level }) => level === "error"))
    tell(log.position?.file.startsWith(sep) === true ? log.position.file : entry, importFault(log));
  const output = built.outputs[0];
  if (output === undefined && faults.size === 0) tell(entry, "cannot be bundled");
  const code =
    faults.size > 0 || output === undefined
      ? new Uint8Array()
      : await withHubModules(await output.text(), ofHub, (name) =>
          tell(entry, `imports ${JSON.stringify(name)}, which an actor cannot have`),
        );
  if (code.length > MAX_MODULE_MIB * 1024 * 1024) tell(entry, `makes a module of more than ${MAX_MODULE_MIB} MiB`);
  return {
    code: faults.size > 0 ? new Uint8Array() : code,
    sha256: createHash("sha256").update(code).digest("hex"),
    faults: [...faults],
    files: [...files].toSorted(),
  };
}

/** The script without types, and without what the bundler would run; made in a thread, since it may be long. */
function plainScript(text: string, loader: "ts" | "tsx" | "js" | "jsx"): Promise<string> {
  return new Bun.Transpiler({ loader, target: "bun", ...NO_MACROS }).transform(text);
}

/** What is not there is told by whoever reads it. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Bun's types know the setting as a table only; `false` makes a macro an error. */
const NO_MACROS = { macro: false } as unknown as { readonly macro: Record<string, never> };
