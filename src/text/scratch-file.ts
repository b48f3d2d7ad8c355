/** A file for what would take too much memory. It has no name, so that nothing of it stays, however the process ends. */
import { randomUUID } from "node:crypto";
import { close, open, readSync, unlink, write } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Disposing of it, once, gives its room on the disk back. Nothing may be being written then. */
export interface ScratchFile extends Disposable {
  /** Adds bytes at its end. They are the file's until it is done. */
  write(bytes: Uint8Array): Promise<void>;
  /** So many bytes from this one on, or as many as there are. */
  read(at: number, length: number): Uint8Array<ArrayBuffer>;
}

export type OpenScratch = () => Promise<ScratchFile>;

/** In a folder that is there. @throws what the system says, where it cannot be written to. */
export async function openScratchFile(folder: string): Promise<ScratchFile> {
  const path = join(folder, `scratch-${randomUUID()}`);
  // By its number: an object that was forgotten would end the process when it is collected.
  const file = await promisify(open)(path, "wx+", 0o600);
  const giveBack = (): void => close(file, () => undefined); // Nothing could be done about it.
  try {
    await promisify(unlink)(path);
  } catch (error) {
    giveBack();
    throw error;
  }
  return {
    async write(bytes) {
      for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await written(file, rest));
    },
    read(at, length) {
      const bytes = new Uint8Array(length);
      const taken = readSync(file, bytes, 0, length, at);
      if (taken === 0) throw new RangeError("The file ends before");
      return bytes.subarray(0, taken);
    },
    [Symbol.dispose]: giveBack,
  };
}

function written(file: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(file, bytes, (error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
