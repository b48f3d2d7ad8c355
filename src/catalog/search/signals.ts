/** What is looked at for every candidate, as arrays in memory: a few bytes per entry, read in one go. */
import type { Facts } from "./facts.ts";
import type { Segments } from "./segments.ts";

export interface Signals {
  readonly living: number;
  /** By id - 1. */
  readonly documents: Uint32Array;
  /** One more than the greatest of them, for arrays by document. */
  readonly apis: number;
  /** By id - 1, in 255ths. */
  readonly prominence: Uint8Array;
  /** By id - 1, places in METHODS. */
  readonly methods: Uint8Array;
  /** By id - 1, places in AUTHS. */
  readonly auths: Uint8Array;
  /** By id - 1: how many distinct words its name says, fillers left out. */
  readonly nameWords: Uint8Array;
  /** By id - 1, category numbers. */
  readonly categories: Uint8Array;
  /** By id - 1: how many words the entry has, as a share of the mean. */
  readonly lengths: Lengths;
}

export interface Lengths {
  /** In the fields in which it speaks of itself. */
  readonly own: Float32Array;
  /** In all, those of its inputs included. */
  readonly whole: Float32Array;
}

export function loadSignals(facts: Facts, segments: Segments): Signals {
  const { living } = segments;
  const bytes = (name: string) => segments.byId(new Uint8Array(living), (one) => facts.bytes(`${one.name}${name}`));
  const numbers = (name: string) =>
    segments.byId(new Uint32Array(living), (one) => facts.numbers(`${one.name}${name}`));
  const categories = new Uint8Array(living);
  for (const { category, first, entries } of facts.summaries())
    categories.fill(category, first - 1, first - 1 + entries);
  const documents = numbers("documents");
  return {
    living,
    documents,
    apis: documents.reduce((most, document) => Math.max(most, document), 0) + 1,
    prominence: bytes("prominence"),
    methods: bytes("methods"),
    auths: bytes("auths"),
    nameWords: bytes("name_words"),
    categories,
    lengths: { own: relative(numbers("own_lengths")), whole: relative(numbers("whole_lengths")) },
  };
}

/** As shares of their mean. */
export function relative(lengths: Uint32Array): Float32Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  const mean = sum / Math.max(1, lengths.length);
  return Float32Array.from(lengths, (length) => length / mean);
}
