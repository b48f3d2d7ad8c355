/** What is looked at for every candidate, as arrays in memory: a few bytes per entry, read in one go. */
import { facts } from "../facts.ts";
import type { Database } from "../sqlite.ts";

export interface Signals {
  readonly living: number;
  /** By id - 1. */
  readonly documents: Uint32Array;
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
}

export function loadSignals(database: Database): Signals {
  const read = facts(database);
  const prominence = read.bytes("prominence");
  const categories = new Uint8Array(prominence.length);
  for (const { category, first, entries } of read.summaries())
    categories.fill(category, first - 1, first - 1 + entries);
  return {
    living: prominence.length,
    documents: new Uint32Array(read.bytes("documents").slice().buffer),
    prominence,
    methods: read.bytes("methods"),
    auths: read.bytes("auths"),
    nameWords: read.bytes("name_words"),
    categories,
  };
}
