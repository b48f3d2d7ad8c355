/** Reads one file after the other into the same memory: hundreds of megabytes pass through, the largest one stays. */
import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The bytes are good until the next file is read. */
export type ReadFile = (path: string) => Uint8Array;

const FIRST_BYTES = 8 * 1024 * 1024;

export function createFileReader(): ReadFile {
  let memory = Buffer.allocUnsafeSlow(FIRST_BYTES);
  return (path) => {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      if (size > memory.length) memory = Buffer.allocUnsafeSlow(size);
      let filled = 0;
      for (let got = -1; got !== 0 && filled < size; filled += got)
        got = readSync(file, memory, filled, size - filled, null);
      return memory.subarray(0, filled);
    } finally {
      closeSync(file);
    }
  };
}
