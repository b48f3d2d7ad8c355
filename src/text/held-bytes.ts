/** Bytes that are read again and again: from memory, or from a file once they were moved there. */
import type { OpenScratch, ScratchFile } from "./scratch-file.ts";

export interface HeldBytes extends Disposable {
  readonly length: number;
  /** Some bytes from this one on, at most so many. */
  from(at: number, most: number): Uint8Array;
  /** Moves them into a file, and their memory is given back. What cannot be written stays where it is. */
  moveOut(open: OpenScratch): Promise<void>;
}

export function createHeldBytes(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  free: (chunk: Uint8Array<ArrayBuffer>) => void,
): HeldBytes {
  let file: ScratchFile | undefined;
  let isMoving = false;
  let isOver = false;

  function giveBack(): void {
    if (file === undefined) chunks.forEach(free);
    else file[Symbol.dispose]();
  }

  async function written(open: OpenScratch): Promise<ScratchFile | undefined> {
    let scratch: ScratchFile | undefined;
    try {
      scratch = await open();
      for (const chunk of chunks) if (!isOver) await scratch.write(chunk);
      return scratch;
    } catch {
      // A disk that takes nothing more is told of elsewhere: what is held can be read all the same.
      scratch?.[Symbol.dispose]();
      return undefined;
    }
  }

  return {
    length: chunks.reduce((sum, { length }) => sum + length, 0),
    from(at, most) {
      if (file !== undefined) return file.read(at, most);
      let start = at;
      for (const chunk of chunks) {
        if (start < chunk.length) return chunk.subarray(start, start + most);
        start -= chunk.length;
      }
      return new Uint8Array(0);
    },
    async moveOut(open) {
      if (isMoving || isOver || file !== undefined) return;
      isMoving = true;
      const scratch = await written(open);
      isMoving = false;
      if (scratch !== undefined) {
        chunks.forEach(free);
        file = scratch;
      }
      if (isOver) giveBack();
    },
    // While they are being written they are not ours to give back.
    [Symbol.dispose]() {
      const wasOver = isOver;
      isOver = true;
      if (!isMoving && !wasOver) giveBack();
    },
  };
}
