/**
 * A folder for a copy of the store that is not sealed. It goes with the process that made it: at its end, and where that
 * was killed, as soon as another one makes such a folder beside it.
 */
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { toldOf } from "../runtime/files/system-faults.ts";
import { holdFile } from "../store/processes/exclusive.ts";

export interface CopyFolder extends AsyncDisposable {
  readonly path: string;
}

const NAME = /(?:\.copy|\.check|^restore)-[A-Za-z0-9]{6}$/;
const HELD = "in use";

/** @param prefix of its path, which ends in `.copy-`, `.check-` or `restore-` */
export async function openCopyFolder(prefix: string): Promise<CopyFolder> {
  await removeLeft(dirname(prefix));
  // It has the name that others look for only once it is held.
  const draft = await mkdtemp(join(dirname(prefix), `.${basename(prefix)}`)).catch(toldOf(dirname(prefix)));
  const path = `${prefix}${draft.slice(-6)}`;
  const held = await hold(draft, path);
  const removeAtExit = (): void => rmSync(path, { recursive: true, force: true });
  process.once("exit", removeAtExit);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      held?.[Symbol.dispose]();
      process.off("exit", removeAtExit);
    },
  };
}

/** On a full disk it cannot be, and then nothing is left of it. */
async function hold(draft: string, path: string): Promise<Disposable | undefined> {
  try {
    const held = holdFile(join(draft, HELD));
    await rename(draft, path);
    return held;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Takes away what killed processes have left. Folders of others that are called alike hold no such file. */
async function removeLeft(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // Where there is no folder, making one below says so.
  for (const name of names.filter((each) => NAME.test(each))) {
    const file = join(folder, name, HELD);
    if (!existsSync(file)) continue;
    using held = heldOrNot(file);
    if (held !== undefined) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function heldOrNot(file: string): Disposable | undefined {
  try {
    return holdFile(file);
  } catch {
    return undefined; // It is another user's, or gone.
  }
}
