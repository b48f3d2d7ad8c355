/** The facts of a catalogue file that are served as they were computed, each checked as it is read. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BayesModel } from "../classify/bayes.ts";
import { decompress } from "../spec/parts.ts";
import type { Database } from "../sqlite.ts";

const Summary = Type.Object({
  /** Its number. */
  category: Type.Integer(),
  entries: Type.Integer(),
  featured: Type.Integer(),
  /** Mean. */
  quality: Type.Number(),
  /** Its entries have the ids from here on. */
  first: Type.Integer(),
});
export type Summary = Static<typeof Summary>;

const Counts = Type.Record(Type.String(), Type.Integer());

/** What each source brought and did not, by its name. */
const Tallies = Type.Record(Type.String(), Type.Object({ skipped: Counts, folded: Counts }));
export type Tallies = Static<typeof Tallies>;

const WordCounts = Type.Array(Type.Tuple([Type.String(), Type.Integer()]));

const StoredTotals = Type.Object({
  providers: Type.Integer(),
  apis: Type.Integer(),
  entries: Type.Integer(),
  vanished: Type.Integer(),
  listings: Type.Integer(),
  folded: Counts,
  skipped: Counts,
  builtAt: Type.String(),
});

export interface Facts {
  bytes(name: string): Uint8Array;
  /** Of 32 bits each. */
  numbers(name: string): Uint32Array;
  summaries(): readonly Summary[];
  totals(): Static<typeof StoredTotals>;
  tallies(): Tallies;
  model(): BayesModel;
  /** The words of names and titles, the commonest first. */
  spellings(): readonly string[];
  /** How often each is said. */
  wordCounts(): Static<typeof WordCounts>;
}

/** `schema` is where the file is attached. */
export function facts(database: Database, schema: "main" | "old" = "main"): Facts {
  const query = database.query<{ value: Uint8Array }, [string]>(`SELECT value FROM ${schema}.facts WHERE name = ?`);
  const bytes = (name: string): Uint8Array => {
    const row = query.get(name);
    if (row === null) throw new Error(`The catalogue has no fact "${name}": build it again`);
    return row.value;
  };
  const json = <T extends TSchema>(name: string, shape: T, read = (raw: Uint8Array) => new TextDecoder().decode(raw)) =>
    Value.Decode(shape, JSON.parse(read(bytes(name))));
  const unpacked = (raw: Uint8Array): string => decompress(raw).toString();

  return {
    bytes,
    numbers: (name) => new Uint32Array(bytes(name).slice().buffer),
    summaries: () => json("categories", Type.Array(Summary)),
    totals: () => json("totals", StoredTotals),
    tallies: () => json("tallies", Tallies),
    model: () => json("model", BayesModel, unpacked),
    spellings: () => json("spellings", Type.Array(Type.String()), unpacked),
    wordCounts: () => json("word_counts", WordCounts, unpacked),
  };
}
