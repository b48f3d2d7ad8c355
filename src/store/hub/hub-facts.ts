/** What all processes of a hub must agree on, by its name: the first of them to say it has said it for all. */
import { and, eq, sql } from "drizzle-orm";
import type { Awaitable } from "../../runtime/world.ts";
import type { Build, Store } from "../store.ts";

/** A fact as every process of the hub knows it: what the first of them has said. */
export async function hubFact(store: Store, name: string, propose: () => Awaitable<string>): Promise<string> {
  const found = await knownFact(store, name);
  if (found !== undefined) return found;
  await store.ask(addFact, { name, value: await propose() });
  const agreed = await knownFact(store, name);
  if (agreed === undefined) throw new Error(`Cannot agree on "${name}": what was written is not there`);
  return agreed;
}

/** `undefined` where nobody has said it yet. */
export async function knownFact(store: Store, name: string): Promise<string | undefined> {
  const [found] = await store.ask(factOf, { name });
  return found?.value;
}

/** In place of what was said before. */
export async function setFact(store: Store, name: string, value: string): Promise<void> {
  await store.ask(putFact, { name, value });
}

/** In place of what was said before, where that is still so. */
export async function replaceFact(store: Store, name: string, from: string, to: string): Promise<void> {
  await store.ask(changeFact, { name, from, to });
}

const factOf: Build<{ value: string }[]> = (db, { hub_facts: facts }) =>
  db
    .select({ value: facts.value })
    .from(facts)
    .where(eq(facts.name, sql.placeholder("name")));

const addFact: Build<unknown> = (db, { hub_facts: facts }) =>
  db
    .insert(facts)
    .values({ name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoNothing();

const putFact: Build<unknown> = (db, { hub_facts: facts }) =>
  db
    .insert(facts)
    .values({ name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoUpdate({ target: facts.name, set: { value: sql`excluded.value` } });

const changeFact: Build<unknown> = (db, { hub_facts: facts }) =>
  db
    .update(facts)
    .set({ value: sql`${sql.placeholder("to")}` })
    .where(and(eq(facts.name, sql.placeholder("name")), eq(facts.value, sql.placeholder("from"))));
