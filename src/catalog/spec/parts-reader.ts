/** Reads single parts of a stored description: only the blocks they stand in are decompressed, and a few stay open. */
import { type Static, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { LRUCache } from "lru-cache";
import { atOnce, type LongWork } from "../../text/long-work.ts";
import { unescapePointer } from "../../text/pointer.ts";
import { decompress } from "./parts.ts";
import type { Database } from "../sqlite.ts";

const PartsIndex = Type.Record(Type.String(), Type.Tuple([Type.Integer(), Type.Integer(), Type.Integer()]));
type PartsIndex = Static<typeof PartsIndex>;
/** The largest has tens of thousands. */
const isPartsIndex = TypeCompiler.Compile(PartsIndex);

export interface PartsReader {
  /** Everything of the document but its parts. */
  head(document: number): unknown;
  /** Opens the index of its parts before any is asked for; of a long one, others have their turn in between. */
  opening(document: number): LongWork<unknown>;
  /** The value at a pointer such as "/components/schemas/Pet", `undefined` when the document has none. */
  read(document: number, pointer: string): unknown;
  /** Whether it has one, which costs less. */
  has(document: number, pointer: string): boolean;
  /** The security schemes of the document, by name. */
  schemes(document: number): Readonly<Record<string, unknown>>;
}

const MAX_OPEN_BYTES = 24 * 1024 * 1024;
const MAX_OPEN_HEADS = 200;
const SCHEME = "/components/securitySchemes/";
const MAX_INDEXED_PARTS = 60_000;
/** To decompress, to parse and to check a longer one takes a turn each. */
const LONG_INDEX_BYTES = 256 * 1024;
const EMPTY = Buffer.from("{}");

export function createPartsReader(database: Database): PartsReader {
  const heads = database.query<{ head: Uint8Array }, [number]>("SELECT head FROM documents WHERE id = ?");
  const indexes = database.query<{ parts: Uint8Array }, [number]>("SELECT parts FROM documents WHERE id = ?");
  const blocks = database.query<{ bytes: Uint8Array }, [number, number]>(
    "SELECT bytes FROM blocks WHERE document = ? AND block = ?",
  );
  const openIndexes = new LRUCache<number, PartsIndex>({
    maxSize: MAX_INDEXED_PARTS,
    sizeCalculation: (index) => Object.keys(index).length + 1,
  });
  const openBlocks = new LRUCache<string, Uint8Array>({
    maxSize: MAX_OPEN_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  });

  const openHeads = new LRUCache<number, { readonly head: unknown }>({ max: MAX_OPEN_HEADS });
  const openSchemes = new LRUCache<number, Readonly<Record<string, unknown>>>({ max: MAX_OPEN_HEADS });

  return {
    head(document) {
      const open = openHeads.get(document);
      if (open !== undefined) return open.head;
      const row = heads.get(document);
      const head: unknown = row === null ? undefined : JSON.parse(decompress(row.head).toString());
      openHeads.set(document, { head });
      return head;
    },
    opening,
    read,
    has: (document, pointer) => Object.hasOwn(indexOf(document), pointer),
    schemes(document) {
      const open = openSchemes.get(document);
      if (open !== undefined) return open;
      const pointers = Object.keys(indexOf(document)).filter((pointer) => pointer.startsWith(SCHEME));
      const schemes = Object.fromEntries(
        pointers.map((pointer) => [unescapePointer(pointer.slice(SCHEME.length)), read(document, pointer)]),
      );
      openSchemes.set(document, schemes);
      return schemes;
    },
  };

  function read(document: number, pointer: string): unknown {
    const index = indexOf(document);
    const place = Object.hasOwn(index, pointer) ? index[pointer] : undefined;
    if (place === undefined) return undefined;
    const [block, start, length] = place;
    const bytes = blockOf(document, block).subarray(start, start + length);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  function indexOf(document: number): PartsIndex {
    return openIndexes.get(document) ?? atOnce(opening(document));
  }

  function* opening(document: number): LongWork<PartsIndex> {
    const open = openIndexes.get(document);
    if (open !== undefined) return open;
    const row = indexes.get(document);
    const bytes = row === null ? EMPTY : decompress(row.parts);
    const isLong = bytes.length > LONG_INDEX_BYTES;
    if (isLong) yield;
    const read: unknown = JSON.parse(bytes.toString());
    if (isLong) yield;
    if (!isPartsIndex.Check(read)) throw new Error("The catalogue holds a broken index of parts: build it again");
    if (isLong) yield;
    openIndexes.set(document, read);
    return read;
  }

  function blockOf(document: number, block: number): Uint8Array {
    const key = `${document}/${block}`;
    const open = openBlocks.get(key);
    if (open !== undefined) return open;
    const row = blocks.get(document, block);
    if (row === null) throw new Error("The catalogue misses a block of parts: build it again");
    const bytes = decompress(row.bytes);
    openBlocks.set(key, bytes);
    return bytes;
  }
}
