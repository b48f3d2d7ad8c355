/** The facts of a catalogue file that are served as they were computed, each checked as it is read. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BayesModel } from "./classify/bayes.ts";
import { decompress } from "./import/parts.ts";
import type { Database } from "./sqlite.ts";

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
  summaries(): readonly Summary[];
  totals(): Static<typeof StoredTotals>;
  model(): BayesModel;
  /** The words of names and titles, the commonest first. */
  spellings(): readonly string[];
}

export function facts(database: Database): Facts {
  const query = database.query<{ value: Uint8Array }, [string]>("SELECT value FROM facts WHERE name = ?");
  const bytes = (name: string): Uint8Array => {
    const row = query.get(name);
    if (row === null) throw new Error(`The catalogue has no fact "${name}": build it again`);
    return row.value;
  };
  const json = <T extends TSchema>(name: string, schema: T, read = (raw: Uint8Array) => new TextDecoder().decode(raw)) =>
    Value.Decode(schema, JSON.parse(read(bytes(name))));
  const unpacked = (raw: Uint8Array): string => decompress(raw).toString();

  return {
    bytes,
    summaries: () => json("categories", Type.Array(Summary)),
    totals: () => json("totals", StoredTotals),
    model: () => json("model", BayesModel, unpacked),
    spellings: () => json("spellings", Type.Array(Type.String()), unpacked),
  };
}
