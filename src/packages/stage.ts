/** Brings the files of a package here from wherever they are, with what says exactly which ones they are. */
import { readFile, stat } from "node:fs/promises";
import type { DependencyDeps } from "./dependencies.ts";
import { downloadArchive, downloadFromNpm } from "./download.ts";
import { type FileTree, PACKAGE_LIMITS, refusal } from "./file-tree.ts";
import { readFolder } from "./folder.ts";
import { type GitDeps, readCommit } from "./git.ts";
import { integrityOf, sha256 } from "./integrity.ts";
import type { PackageSource } from "./source.ts";

export interface StagedPackage {
  readonly files: FileTree;
  /** Of a git repository. */
  readonly commit: string | null;
  /** Of the archive; of a folder and of a commit, of all files. */
  readonly integrity: string;
}

export interface StagingDeps extends DependencyDeps {
  readonly git: GitDeps;
}

const WHAT = "Cannot use the package";

/** @throws {OperatorError} in one line, where it cannot be had or must not be had. */
export async function stage(source: PackageSource, deps: StagingDeps): Promise<StagedPackage> {
  switch (source.kind) {
    case "folder":
      return ofFiles(await readFolder(source.path), null);
    case "git": {
      const { commit, files } = await readCommit(source.url, source.ref, deps.git);
      return ofFiles(files, commit);
    }
    case "file": {
      const { size } = await stat(source.path);
      if (size > PACKAGE_LIMITS.maxBytes) throw refusal(WHAT, "its archive is larger than it may be");
      const bytes = new Uint8Array(await readFile(source.path));
      return ofArchive(bytes, integrityOf(bytes));
    }
    case "npm": {
      const { bytes, integrity } = await downloadFromNpm(deps.download, deps.registry, source);
      return ofArchive(bytes, integrity);
    }
    case "url": {
      const { bytes, integrity } = await downloadArchive(deps.download, source.url, source.integrity);
      return ofArchive(bytes, integrity);
    }
  }
}

async function ofArchive(bytes: Uint8Array, integrity: string): Promise<StagedPackage> {
  const { unpack } = await import("./tarball.ts"); // Most hubs never unpack one.
  return { files: unpack(bytes, { what: WHAT, ...PACKAGE_LIMITS }), commit: null, integrity };
}

function ofFiles(files: FileTree, commit: string | null): StagedPackage {
  const lines = [...files].map(([path, bytes]) => `${sha256(bytes)}  ${JSON.stringify(path)}\n`);
  return { files, commit, integrity: integrityOf(new TextEncoder().encode(lines.join(""))) };
}
