/**
 * Products of one vector of bytes with many, sixteen numbers at a time: WebAssembly with SIMD, which JavaScript has not,
 * takes a tenth of the processor time of a plain loop. The module is small enough to be written down as it is; opcodes as
 * in the WebAssembly specification 2.0, chapter "Binary Format".
 * Shaped by speed: `bun run bench embeddings`.
 */

/** Lengths are filled up to a multiple of it with zeros. */
export const LANES = 16;

export interface ProductModule {
  readonly memory: WebAssembly.Memory;
  /** Writes `count` sums of 4 bytes each to `out`; all but the first two are addresses in `memory`, in bytes. */
  readonly products: (count: number, dims: number, query: number, vectors: number, out: number) => void;
}

/** @throws {RangeError} when there is not so much memory. */
export function productModule(bytes: number): ProductModule {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { hub: { memory } });
  return { memory, products: exports["products"] as ProductModule["products"] }; // The one function below.
}

const [I32, V128] = [0x7f, 0x7b];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, value];
const I32_ADD = 0x6a;
const EMPTY_BLOCK = 0x40;
const END = 0x0b;

const [COUNT, DIMS, QUERY, VECTORS, OUT, PLACE, SUM, LEFT, RIGHT] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const LOAD = [0xfd, 0x00, 0, 0];
const EXTEND_LOW = [0xfd, 0x87, 0x01]; // i16x8.extend_low_i8x16_s
const EXTEND_HIGH = [0xfd, 0x88, 0x01]; // i16x8.extend_high_i8x16_s
const DOT = [0xfd, 0xba, 0x01]; // i32x4.dot_i16x8_s
const ADD_LANES = [0xfd, 0xae, 0x01]; // i32x4.add
const lane = (at: number) => [0xfd, 0x1b, at]; // i32x4.extract_lane
const step = (local: number, by: number) => [...get(local), ...i32Const(by), I32_ADD, ...set(local)];
/** Adds eight products to the sum that lies on the stack. */
const eight = (extend: readonly number[]) => [...get(LEFT), ...extend, ...get(RIGHT), ...extend, ...DOT, ...ADD_LANES];

const BODY = [
  [3, 1, I32, 1, V128, 2, V128], // Locals: place; sum; left and right.
  [0x02, EMPTY_BLOCK, 0x03, EMPTY_BLOCK], // For each vector,
  [...get(COUNT), 0x45, 0x0d, 1], // leave when count is 0.
  [0xfd, 0x0c, ...Array.from<number>({ length: 16 }).fill(0), ...set(SUM)],
  [...i32Const(0), ...set(PLACE)],
  [0x03, EMPTY_BLOCK], // Of each sixteen numbers:
  [...get(VECTORS), ...LOAD, ...set(LEFT)],
  [...get(QUERY), ...get(PLACE), I32_ADD, ...LOAD, ...set(RIGHT)],
  [...get(SUM), ...eight(EXTEND_LOW), ...eight(EXTEND_HIGH), ...set(SUM)],
  step(VECTORS, LANES),
  step(PLACE, LANES),
  [...get(PLACE), ...get(DIMS), 0x49, 0x0d, 0, END], // Again while place < dims.
  get(OUT),
  [...get(SUM), ...lane(0), ...get(SUM), ...lane(1), I32_ADD],
  [...get(SUM), ...lane(2), I32_ADD, ...get(SUM), ...lane(3), I32_ADD],
  [0x36, 2, 0], // i32.store
  step(OUT, 4),
  [...get(COUNT), ...i32Const(1), 0x6b, ...set(COUNT)],
  [0x0c, 0, END, END, END],
].flat();

const text = (name: string) => [name.length, ...Buffer.from(name)];
/** Lengths take one byte up to 127, else two. */
const sized = (content: readonly number[]) =>
  content.length < 128
    ? [content.length, ...content]
    : [(content.length & 0x7f) | 0x80, content.length >> 7, ...content];
const section = (id: number, content: readonly number[]) => [id, ...sized(content)];

const MODULE = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]), // One type: five numbers to nothing.
    section(2, [1, ...text("hub"), ...text("memory"), 0x02, 0x00, 0]),
    section(3, [1, 0]),
    section(7, [1, ...text("products"), 0x00, 0]),
    section(10, [1, ...sized(BODY)]),
  ].flat(),
);
