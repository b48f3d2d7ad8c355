/** A package that lies in a folder of this machine. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTree, type FileTree, isOfPackage, PACKAGE_LIMITS, refusal } from "./file-tree.ts";
import { quoted } from "./quoted.ts";

const WHAT = "Cannot use the package";

/** Its files, without hidden ones and what its author has installed. @throws {OperatorError} for links and devices. */
export async function readFolder(folder: string): Promise<FileTree> {
  const builder = createTree(WHAT, PACKAGE_LIMITS);
  await walk("");
  return builder.tree();

  async function walk(below: string): Promise<void> {
    for (const name of (await readdir(join(folder, below))).toSorted()) {
      const path = below === "" ? name : `${below}/${name}`;
      if (!isOfPackage(path)) continue;
      const found = await lstat(join(folder, path));
      if (found.isDirectory()) {
        await walk(path);
        continue;
      }
      if (found.isSymbolicLink()) throw refusal(WHAT, `${quoted(path)} is a link`);
      if (!found.isFile()) throw refusal(WHAT, `${quoted(path)} is no plain file`);
      if (found.size > PACKAGE_LIMITS.maxBytes) throw refusal(WHAT, `${quoted(path)} is too large`);
      builder.add(path, new Uint8Array(await readFile(join(folder, path))));
    }
  }
}
