/** The newest backup that was found whole, by when it was made: what every process of the hub can tell whoever watches it. */
import { sql } from "drizzle-orm";
import { knownFact } from "./hub-facts.ts";
import type { Build, Store } from "../store.ts";

const NAME = "checked backup";

/** `made` in milliseconds since the epoch. An older one than is known changes nothing. */
export async function noteChecked(store: Store, made: number): Promise<void> {
  await store.ask(putLater, { name: NAME, value: String(made) });
}

/** When it was made, in milliseconds since the epoch; `undefined` before any was checked. */
export async function lastChecked(store: Store): Promise<number | undefined> {
  const made = await knownFact(store, NAME);
  return made === undefined ? undefined : Number(made);
}

const putLater: Build<unknown> = (db, { hub_facts: facts }) =>
  db
    .insert(facts)
    .values({ name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoUpdate({
      target: facts.name,
      set: { value: sql`excluded.value` },
      setWhere: sql`CAST(${facts.value} AS BIGINT) < CAST(excluded.value AS BIGINT)`,
    });
