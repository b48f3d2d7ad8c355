/**
 * Where the frames of a zstd body end (RFC 8878, section 3.1). The runtime's decoder takes one that was cut for a whole
 * one, and what was cut off would be missing without a word.
 */

/** A stretch of bytes: its length, and whether it says what comes next or is content that is passed over. */
interface Stretch {
  readonly bytes: number;
  readonly isRead: boolean;
}

export interface FrameWatch {
  see(chunk: Uint8Array): void;
  /** Whether what was seen so far ends where a frame does. What follows the last frame and begins none is passed over. */
  isWhole(): boolean;
}

const FRAME = 0xfd2fb528;
/** To be skipped by whoever decodes; the last digit is anybody's. */
const SKIPPABLE = 0x184d2a50;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RUN_LENGTH = 1;

export function watchFrames(): FrameWatch {
  let isBetween = false; // Of nothing at all there is no frame.
  const walk = stretches((between) => void (isBetween = between));
  let stretch = walk.next().value;
  let left = stretch.bytes;
  let number = 0; // Little-endian.
  let unit = 1;

  return {
    see(chunk) {
      for (let at = 0; at < chunk.length;) {
        if (stretch.isRead) {
          number += (chunk[at] ?? 0) * unit;
          unit *= 256;
          at++;
          left--;
        } else {
          const some = Math.min(left, chunk.length - at);
          at += some;
          left -= some;
        }
        while (left === 0) {
          stretch = walk.next(number).value;
          left = stretch.bytes;
          number = 0;
          unit = 1;
        }
      }
    },
    isWhole: () => isBetween && unit === 1,
  };
}

/** Asks for stretch after stretch, and is told what those say that are read. */
function* stretches(mark: (isBetween: boolean) => void): Generator<Stretch, never, number> {
  for (;;) {
    const magic = yield read(4);
    if (magic !== FRAME && magic - (magic % 16) !== SKIPPABLE) break;
    mark(false);
    yield* magic === FRAME ? frame() : skippable();
    mark(true);
  }
  for (;;) yield pass(Number.POSITIVE_INFINITY);
}

function* skippable(): Generator<Stretch, void, number> {
  yield pass(yield read(4));
}

function* frame(): Generator<Stretch, void, number> {
  const descriptor = yield read(1);
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingle ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  yield pass((isSingle ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + sizeBytes);
  for (let isLast = false; !isLast;) {
    const block = yield read(3);
    isLast = (block & 1) === 1;
    yield pass(((block >> 1) & 3) === RUN_LENGTH ? 1 : block >> 3);
  }
  if ((descriptor & 4) !== 0) yield pass(4); // A checksum.
}

/** A body may be made of nothing but short ones, so that none of these is made anew. */
const READ = {
  1: { bytes: 1, isRead: true },
  3: { bytes: 3, isRead: true },
  4: { bytes: 4, isRead: true },
} as const satisfies Record<number, Stretch>;

function read(bytes: keyof typeof READ): Stretch {
  return READ[bytes];
}

function pass(bytes: number): Stretch {
  return { bytes, isRead: false };
}
