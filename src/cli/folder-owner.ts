/**
 * What a command of root's makes in a data folder of somebody else's is that one's afterwards: the hub runs as the owner of
 * its folder, and could read neither its new secret nor its new catalogue otherwise. Under systemd's `DynamicUser` nobody but
 * root reaches the folder at all.
 */
import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { loadConfig } from "../app/settings/config.ts";

/** A file of several names, and how many of them lie in the folder. */
interface LinkedFile {
  readonly descriptor: number;
  readonly names: number;
  readonly links: number;
}

type Owner = Pick<Stats, "uid" | "gid">;

/** However the command ends, unless it is killed. */
export function giveAtExit(): void {
  process.once("exit", () => {
    try {
      giveToOwner(loadConfig(process.env).HUB_DATA_DIR);
    } catch {
      // There is no such folder, or the settings are wrong: the command has said so.
    }
  });
}

/**
 * Gives what root has made or changed within a folder since this process began to its owner: what lay there before is root's
 * on purpose. The owner may change what lies there meanwhile: each is given
 * as it was opened, no link is followed, and a file that has a name elsewhere, too, stays root's.
 */
function giveToOwner(folder: string): void {
  if (process.platform !== "linux") return; // Others name no file by its descriptor.
  const root = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  const linked = new Map<string, LinkedFile>();
  try {
    const owner = fstatSync(root);
    if (owner.uid === 0) return;
    giveWithin(root, owner, linked);
    for (const { descriptor, names, links } of linked.values())
      if (names === links) fchownSync(descriptor, owner.uid, owner.gid);
  } finally {
    for (const { descriptor } of linked.values()) closeSync(descriptor);
    closeSync(root);
  }
}

/** Of an open folder; what has several names is left until all of them are known. */
function giveWithin(folder: number, owner: Owner, linked: Map<string, LinkedFile>): void {
  for (const entry of readdirSync(pathOf(folder), { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const descriptor = opened(`${pathOf(folder)}/${entry.name}`);
    if (descriptor === undefined) continue;
    const stats = fstatSync(descriptor);
    const key = `${stats.dev} ${stats.ino}`;
    const isMade = stats.uid === 0 && stats.ctimeMs >= performance.timeOrigin;
    const isLinked = isMade && stats.isFile() && stats.nlink > 1;
    const known = linked.get(key);
    if (isLinked) linked.set(key, { descriptor, links: stats.nlink, ...known, names: (known?.names ?? 0) + 1 });
    else if (isMade && (stats.isFile() || stats.isDirectory())) fchownSync(descriptor, owner.uid, owner.gid);
    if (stats.isDirectory()) giveWithin(descriptor, owner, linked);
    if (!isLinked || known !== undefined) closeSync(descriptor);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined; // It is gone, or a link by now.
  }
}

/** As long as it is open, whatever its folder is called meanwhile. */
function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}
