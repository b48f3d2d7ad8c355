/**
 * The files of a package as they were staged: in memory, with paths that mean the same on every file system. Nothing of
 * it is written anywhere before all of it was judged.
 */
import { OperatorError } from "../runtime/errors.ts";
import { quoted } from "./quoted.ts";

/** Paths from the package's root, joined by "/", in the order of their code units. */
export type FileTree = ReadonlyMap<string, Uint8Array>;

export interface TreeLimits {
  readonly maxFiles: number;
  /** Of all files together. */
  readonly maxBytes: number;
}

export interface TreeBuilder {
  /** @throws {OperatorError} for a path that is none, or that another file already has, and beyond the limits. */
  add(path: string, bytes: Uint8Array): void;
  /** Judges a file whose bytes are still to be read. @throws {OperatorError} as `add` does. */
  announce(path: string, bytes: number): void;
  tree(): FileTree;
}

/** Of a package, before its dependencies. */
export const PACKAGE_LIMITS: TreeLimits = { maxFiles: 500, maxBytes: 5 * 1024 * 1024 };

const MAX_PATH = 240;
const MAX_DEPTH = 16;
/** What no file system reads as something else: no control, no mark of Windows, no blank or dot at the end. */
const SEGMENT = /^(?!\.{1,2}$)[^\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]{1,100}(?<![ .])$/u;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** `what` begins the sentence of a refusal, for example "Cannot use the package". */
export function createTree(what: string, { maxFiles, maxBytes }: TreeLimits): TreeBuilder {
  const files = new Map<string, Uint8Array>();
  /** Files by the name that a file system without case has for them, and the folders that they lie in. */
  const taken = new Map<string, { readonly path: string; readonly isFolder: boolean }>();
  let announced = 0;
  let size = 0;

  const builder: TreeBuilder = {
    announce(path, bytes) {
      judgePath(what, path);
      announced++;
      size += bytes;
      if (announced > maxFiles) throw refusal(what, `it has more than ${maxFiles} files`);
      if (size > maxBytes) throw refusal(what, `its files are larger than ${sizeText(maxBytes)} together`);
      occupy(path);
    },
    add(path, bytes) {
      builder.announce(path, bytes.length);
      files.set(path, bytes);
    },
    tree: () => sortTree(files),
  };
  return builder;

  function occupy(path: string): void {
    const segments = path.split("/");
    for (let length = 1; length <= segments.length; length++) {
      const part = segments.slice(0, length).join("/");
      const isFolder = length < segments.length;
      const key = part.normalize("NFC").toLowerCase();
      const other = taken.get(key);
      if (other === undefined) taken.set(key, { path: part, isFolder });
      else if (!isFolder || !other.isFolder || other.path !== part)
        throw refusal(what, `${quoted(other.path)} and ${quoted(path)} are one file where case does not count`);
    }
  }
}

function sortTree(files: Iterable<readonly [string, Uint8Array]>): FileTree {
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @throws {OperatorError} */
export function judgePath(what: string, path: string): void {
  const segments = path.split("/");
  const isPlain = segments.every((segment) => SEGMENT.test(segment) && !DEVICE.test(segment));
  if (!isPlain || path.length > MAX_PATH || segments.length > MAX_DEPTH)
    throw refusal(what, `${quoted(path)} is no plain path within it`);
}

/** What a package is made of: neither hidden files nor what its author has installed. */
export function isOfPackage(path: string): boolean {
  return !path.split("/").some((segment) => segment.startsWith(".") || segment === "node_modules");
}

export function refusal(what: string, why: string): OperatorError {
  return new OperatorError(`${what}: ${why}.`);
}

/** For example "1.5 MiB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [unit, amount] = bytes < 1024 * 1024 ? ["KiB", bytes / 1024] : ["MiB", bytes / (1024 * 1024)];
  return `${Number(amount.toFixed(1))} ${unit}`;
}
