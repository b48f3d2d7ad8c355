/** A packed package, `.tgz`: unpacked in memory, within limits, and only plain files. */
import { gunzipSync } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { createTree, type FileTree, isOfPackage, refusal, type TreeLimits } from "./file-tree.ts";
import { onOneLine, quoted } from "./quoted.ts";

const FILES: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);
/** Headers and padding: a file takes at most two headers of its own and those of a long name. */
const OVERHEAD_PER_FILE = 4 * 1024;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export interface UnpackOptions extends TreeLimits {
  /** Begins the sentence of a refusal, for example "Cannot use the package". */
  readonly what: string;
  /** Files of the archive that are read although they are hidden or installed: those of a dependency. */
  readonly isWhole?: boolean;
}

/**
 * The files of an archive below its first folder, whatever that is called: npm says "package", others their own name.
 * @throws {OperatorError} for an archive that is broken, too large, or holds links, devices or strange paths.
 */
export function unpack(archive: Uint8Array, { what, isWhole = false, ...limits }: UnpackOptions): FileTree {
  const bytes = unzip(archive, what, limits.maxBytes + limits.maxFiles * OVERHEAD_PER_FILE);
  const builder = createTree(what, limits);
  const roots = new Set<string>();
  let fault: unknown;

  const parser = new Parser({ strict: true, brotli: false, zstd: false, onReadEntry: take });
  parser.on("ignoredEntry", (entry: ReadEntry) => fail(unusual(entry)));
  parser.on("error", (error: unknown) => fail(refusal(what, `its archive is broken (${messageOf(error)})`)));
  try {
    parser.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    fail(refusal(what, `its archive is broken (${messageOf(error)})`));
  }
  if (fault !== undefined) throw fault;
  return builder.tree();

  function take(entry: ReadEntry): void {
    if (fault === undefined) {
      try {
        add(entry);
        return;
      } catch (error) {
        fail(error);
      }
    }
    entry.resume();
  }

  function add(entry: ReadEntry): void {
    if (entry.type === "Directory") return void entry.resume();
    if (!FILES.has(entry.type)) throw unusual(entry);
    const [root = "", ...rest] = entry.path.replace(/^\.\//, "").split("/");
    const path = rest.join("/");
    if (path === "") throw refusal(what, `${quoted(entry.path)} lies beside the folder of its archive`);
    if (root === "" || root === "..") throw refusal(what, `${quoted(entry.path)} is no plain path within it`);
    if (roots.add(root).size > 1) throw refusal(what, "its archive has more than one folder at its root");
    if (!isWhole && !isOfPackage(path)) {
      // Still no way out of the folder, and no way around the count.
      if (path.split("/").includes("..")) throw refusal(what, `${quoted(path)} is no plain path within it`);
      return void entry.resume();
    }
    const chunks: Buffer[] = [];
    entry.on("data", (chunk: Buffer) => chunks.push(chunk));
    entry.on("end", () => {
      try {
        if (fault === undefined) builder.add(path, new Uint8Array(Buffer.concat(chunks)));
      } catch (error) {
        fail(error);
      }
    });
  }

  function unusual({ type, path }: ReadEntry): Error {
    const kind = type === "SymbolicLink" || type === "Link" ? "a link" : "no plain file";
    return refusal(what, `${quoted(path)} is ${kind}`);
  }

  function fail(error: unknown): void {
    fault ??= error;
  }
}

/** Never more than `maxBytes`, however little was packed. */
function unzip(archive: Uint8Array, what: string, maxBytes: number): Uint8Array {
  if (!startsWith(archive, GZIP)) throw refusal(what, "its archive is not packed with gzip");
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(archive, { maxOutputLength: maxBytes });
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
    throw refusal(what, isLarge ? "its archive unpacks to more than it may" : "its archive is broken");
  }
  // What is packed twice would be unpacked by the reader, beyond the limit.
  if (startsWith(bytes, GZIP) || startsWith(bytes, ZSTD)) throw refusal(what, "its archive is packed twice");
  return bytes;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

function messageOf(error: unknown): string {
  return onOneLine(error instanceof Error ? error.message : String(error));
}
