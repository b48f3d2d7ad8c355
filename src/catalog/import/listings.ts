/** Stores the rows of hand-made lists. */
import type { Database } from "../sqlite.ts";
import type { ApiListing } from "./public-apis.ts";

export function insertListings(database: Database, source: string, listings: readonly ApiListing[]): void {
  const insert = database.query("INSERT INTO listings VALUES (?, ?, ?, ?, ?)");
  for (const { name, url, description, section } of listings) insert.run(source, name, url, description, section);
}
