/** What a bundle has of the hub: its modules and packages, stand-ins for what Node.js builds in, and a child's program. */
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const HUB = fileURLToPath(new URL("../../", import.meta.url));
export const ENTRY = "agent-api-hub entry";
/** Of Node.js: Bun lists some of its own among them. */
export const BUILT_IN = new Set(builtinModules.filter((name) => !/^(?:bun(?::.*)?|undici|ws)$/.test(name)));
const BUILT_IN_NAME = new RegExp(`^(?:node:)?(?:${[...BUILT_IN].join("|")})$`);
/** What an actor asks `context.offload` for. */
const WORK = /\bnew\s+URL\(\s*(["'])([^"'\n:]+\.[jt]s)\1\s*,\s*import\.meta\.url\s*\)/g;
/** The bundler writes it whether it is needed or not; Deno then starts all that it has of Node.js. */
const MAKE_REQUIRE = 'import{createRequire}from"node:module";';
/** What is left to require then is what a package may do without. */
const MADE_REQUIRE = "var __require=createRequire(import.meta.url);";
const NO_REQUIRE = 'var __require=(name)=>{throw new Error(`There is no module "${name}"`)};';

/** A module for a thread becomes a part of the bundle: the address carries what imports it. */
export function withWork(text: string): string {
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
export async function withHubModules(
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
export function builtIn(name: string): { readonly contents: string; readonly loader: "js" } {
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
