/**
 * An actor as one self-contained module: what a child behind the fence is given, and what a package is locked to.
 *
 * `bundleActor(file, { root, level })` reads the actor and all it imports, and nothing outside `root` but the hub's own
 * modules. Nothing of it is run: macros of the bundler are refused. The same sources give the same bytes.
 */
import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { hubExport } from "../loader/hub-exports.ts";
import { importFault } from "../loader/import-fault.ts";

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

const HUB = fileURLToPath(new URL("../../", import.meta.url));
const ERRORS = fileURLToPath(new URL("../runtime/errors.ts", import.meta.url));
const ENTRY = "agent-api-hub entry";
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
/** Of Node.js: Bun lists some of its own among them. */
const BUILT_IN = new Set(builtinModules.filter((name) => !/^(?:bun(?::.*)?|undici|ws)$/.test(name)));
const BUILT_IN_NAME = new RegExp(`^(?:node:)?(?:${[...BUILT_IN].join("|")})$`);
/** What an actor asks `context.offload` for. */
const WORK = /\bnew\s+URL\(\s*(["'])([^"'\n:]+\.[jt]s)\1\s*,\s*import\.meta\.url\s*\)/g;
/** The bundler writes it whether it is needed or not; Deno then starts all that it has of Node.js. */
const MAKE_REQUIRE = 'import{createRequire}from"node:module";';
/** What is left to require then is what a package may do without. */
const MADE_REQUIRE = "var __require=createRequire(import.meta.url);";
const NO_REQUIRE = 'var __require=(name)=>{throw new Error(`There is no module "${name}"`)};';
const MAX_BYTES = 5 * 1024 * 1024;

type Importer = "hub" | "actor";

/** Reads an actor's module, an absolute path, and all that it imports. Never throws for what the actor's files say. */
export async function bundleActor(file: string, options: BundleOptions): Promise<Bundle> {
  const faults = new Set<string>();
  const files = new Set<string>();
  const ofHub = new Set([ERRORS]);
  const root = await realpath(options.root).catch(() => resolve(options.root));
  const entry = await realpath(file).catch(() => file);
  const nameOf = (path: string): string => relative(root, path) || basename(path);
  const tell = (path: string, what: string): void => void faults.add(`${nameOf(path)}: ${what}`);
  const ownerOf = (path: string): Importer => (isUnder(root, path) ? "actor" : "hub");

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
          build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "", loader: "js" }));
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
            if (!isOfHub) files.add(path);
            const text = await readFile(path, "utf8");
            if (loader === "json") return { contents: text, loader };
            if (isOfHub) return { contents: withWork(text), loader };
            try {
              const contents = withWork(plainScript(text, loader));
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
  if (code.length > MAX_BYTES) tell(entry, "makes a module of more than 5 MiB");
  return {
    code: faults.size > 0 ? new Uint8Array() : code,
    sha256: createHash("sha256").update(code).digest("hex"),
    faults: [...faults],
    files: [...files].toSorted(),
  };

  /** The file or `node:` module that an import means; `undefined` for what is refused, which is told. */
  function targetOf(name: string, importer: string): string | undefined {
    const isOfHub = ownerOf(importer) === "hub";
    const isNode = name.startsWith("node:") || BUILT_IN.has(name);
    if (isNode && (isOfHub || options.level === "own")) return name.startsWith("node:") ? name : `node:${name}`;
    const scheme = /^([a-z][a-z0-9+.-]*):/.exec(name)?.[1];
    if (isNode || scheme !== undefined || name === "bun") {
      tell(importer, `imports ${JSON.stringify(name)}, which an actor cannot have`);
      return undefined;
    }
    const own = hubExport(name);
    if (own !== undefined) return own;
    if (name.startsWith("agent-api-hub/")) {
      tell(importer, `imports ${JSON.stringify(name)}, which the hub does not offer`);
      return undefined;
    }
    const isPath = /^\.{0,2}\//.test(name) || name === "." || name === "..";
    const found = resolvedFrom(name, dirname(importer));
    if (found !== undefined && (isOfHub || isUnder(root, found))) return found;
    if (!isOfHub && !isPath && options.level === "own") {
      const shared = resolvedFrom(name, HUB);
      if (shared !== undefined) return shared;
    }
    // An operator's actor in the project's own tree imports what lies beside it.
    if (found !== undefined && options.level === "own" && isUnder(HUB, found)) return found;
    tell(
      importer,
      `imports ${JSON.stringify(name)}, which ${found === undefined ? "is not there" : "lies outside of its folder"}`,
    );
    return undefined;
  }

  function isAbsent(name: string, importer: string): boolean {
    if (!/^@?[a-z][^:]*$/i.test(name) || BUILT_IN.has(name) || name.startsWith("agent-api-hub/")) return false;
    return resolvedFrom(name, dirname(importer)) === undefined && resolvedFrom(name, HUB) === undefined;
  }

  function resolvedFrom(name: string, folder: string): string | undefined {
    try {
      const found = Bun.resolveSync(name.replace(/\?.*/s, ""), folder);
      return found.startsWith(sep) ? found : undefined;
    } catch {
      return undefined;
    }
  }

  /** The script without types, and without what the bundler would run. */
  function plainScript(text: string, loader: "ts" | "tsx" | "js" | "jsx"): string {
    return new Bun.Transpiler({ loader, target: "bun", ...NO_MACROS }).transformSync(text);
  }
}

/** Bun's types know the setting as a table only; `false` makes a macro an error. */
const NO_MACROS = { macro: false } as unknown as { readonly macro: Record<string, never> };

function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** A module for a thread becomes a part of the bundle: the address carries what imports it. */
function withWork(text: string): string {
  return text.replace(WORK, (_, quote: string, name: string) => {
    const path = name.startsWith(".") ? name : `./${name}`;
    return `Object.assign(new URL(${quote}work:${path}${quote}), { work: () => import(${quote}${path}${quote}) })`;
  });
}

/**
 * The script with what it imports of the hub and its packages, less what it does not use: only the bundler's own
 * resolver knows which of their modules do nothing but export. It refuses what
 * the script imports beyond those it is allowed: what may be a name only now is not to bring in a file of this machine.
 */
async function withHubModules(
  script: string,
  allowed: ReadonlySet<string>,
  refuse: (name: string) => void,
): Promise<Uint8Array> {
  const built = await Bun.build({
    entrypoints: [ENTRY],
    target: "node",
    metafile: true,
    format: "esm",
    minify: { whitespace: true, syntax: false, identifiers: false },
    plugins: [
      {
        name: "modules of the hub",
        setup(build) {
          build.onResolve({ filter: /^agent-api-hub entry$/ }, () => ({ path: ENTRY, namespace: "entry" }));
          build.onResolve({ filter: BUILT_IN_NAME }, ({ path, kind }) => {
            const name = path.startsWith("node:") ? path : `node:${path}`;
            return kind === "require-call" ? { path: name, namespace: "built-in" } : { path: name, external: true };
          });
          build.onLoad({ filter: /.*/, namespace: "entry" }, () => ({ contents: script, loader: "js" }));
          build.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => builtIn(path));
          build.onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => ({
            contents: withWork(await readFile(path, "utf8")),
            loader: "ts",
          }));
        },
      },
    ],
  });
  const imports = Object.entries(built.metafile?.inputs ?? {}).find(([name]) => name.endsWith(ENTRY))?.[1].imports;
  for (const { external, path, original = path } of imports ?? [{ path: "everything" }])
    if (external !== true && !allowed.has(original) && !BUILT_IN_NAME.test(original)) refuse(original);
  const [output] = built.outputs;
  if (output === undefined) throw new AggregateError(built.logs, "Cannot bundle the modules of the hub");
  const text = (await output.text()).replace(MADE_REQUIRE, NO_REQUIRE);
  const isUnused = text.startsWith(MAKE_REQUIRE) && !text.includes("createRequire", MAKE_REQUIRE.length);
  return new TextEncoder().encode(isUnused ? text.slice(MAKE_REQUIRE.length) : text);
}

/** A bundle from a blob has no address to make a `require` of. */
function builtIn(name: string): { readonly contents: string; readonly loader: "js" } {
  return { contents: `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`, loader: "js" };
}

/** The program of a child: the same for all of them. */
export async function bundleChild(): Promise<Uint8Array> {
  const built = await Bun.build({
    entrypoints: [join(HUB, "src/isolation/child/main.ts")],
    target: "node",
    format: "esm",
    minify: { whitespace: true, syntax: false, identifiers: false },
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("The program of a child cannot be bundled");
  return new Uint8Array(await output.arrayBuffer());
}
