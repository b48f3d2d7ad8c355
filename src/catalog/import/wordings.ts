/** Stores how entries word what they do, for `search/wordings.ts`. The entries are placed. */
import type { SegmentName } from "../search/segments.ts";
import { type Worded, wordingOf } from "../search/wordings.ts";
import type { Database } from "../sqlite.ts";
import { setFact } from "./store-facts.ts";

export function setWordings(database: Database, size: number, segment: SegmentName): void {
  const lengths = new Uint8Array(size);
  const codes: number[] = [];
  const rows = database.query<{ place: number } & Worded, []>(
    `SELECT p.place, e.path, e.name, e.description FROM temp.places p CROSS JOIN entries e ON e.id = p.entry ORDER BY p.place`,
  );
  for (const { place, ...worded } of rows.iterate()) {
    const wording = wordingOf(worded);
    lengths[place - 1] = wording.length;
    for (const code of wording) codes.push(code);
  }
  setFact(database, `${segment}wording_lengths`, lengths);
  setFact(database, `${segment}wordings`, new Uint8Array(Uint16Array.from(codes).buffer));
}
