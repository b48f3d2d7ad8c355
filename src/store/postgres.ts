/** The store in a PostgreSQL database, shared by any number of processes. */
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { postgresKit } from "./kit.ts";
import { pending, readMigrations } from "./migrations.ts";
import type { Build, Step, Store } from "./store.ts";
import { defineTables } from "./tables.ts";

/** Any number, as long as every process that migrates takes the same. */
const MIGRATION_LOCK = 4_021_402;
/** Two transactions stood in each other's way and one of them was undone: it can simply be done again. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const ATTEMPTS = 5;

/** Commits wait for the disk only where a transaction asks for it. */
const OPTIONS = {
  onnotice: () => undefined,
  connect_timeout: 5,
  connection: { application_name: "agent-api-hub", synchronous_commit: "off" },
};

/** Connects and brings the database up to date. */
export async function openPostgres(url: string): Promise<Store> {
  const client = postgres(url, OPTIONS);
  await migrate(client);
  const db = drizzle({ client });
  const tables = defineTables(postgresKit);

  return {
    ask: <Result>(build: Build<Result>, values = {}) => perform(db, { build, values }) as Promise<Result>,
    async transact(steps, durability = "durable") {
      for (let attempt = 1; ; attempt++) {
        try {
          return await db.transaction(async (tx) => {
            if (durability === "durable") await tx.execute(sql`SET LOCAL synchronous_commit = on`);
            const running = steps();
            let state = running.next();
            while (!state.done) state = running.next(await perform(tx as unknown as PostgresJsDatabase, state.value));
            return state.value;
          });
        } catch (error) {
          if (attempt === ATTEMPTS || !isConflict(error)) throw error;
        }
      }
    },
    [Symbol.asyncDispose]: () => client.end({ timeout: 5 }),
  };

  /** A query belongs to the connection it was built for, so a transaction builds its own. */
  function perform(on: PostgresJsDatabase, { build, values }: Step): Promise<unknown> {
    return build(on, tables).prepare("").execute(values);
  }
}

/** Plain queries, for a library that writes its own. They are on a connection of their own. */
export function openQueries(url: string) {
  const client = postgres(url, {
    ...OPTIONS,
    max: 2,
  });
  return {
    async query({ text, values = [] }: { text: string; values?: readonly unknown[] }) {
      // The library passes what PostgreSQL takes: text and numbers.
      return { rows: await client.unsafe(text, values as (string | number)[], { prepare: true }) };
    },
    [Symbol.asyncDispose]: () => client.end({ timeout: 5 }),
  };
}

async function migrate(client: postgres.Sql): Promise<void> {
  const migrations = await readMigrations("postgres");
  await client.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx`SET LOCAL synchronous_commit = on`;
    await tx`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`;
    const applied = await tx<{ name: string }[]>`SELECT name FROM migrations`;
    for (const { name, sql } of pending(
      migrations,
      applied.map((row) => row.name),
    )) {
      await tx.unsafe(sql).simple();
      await tx`INSERT INTO migrations (name) VALUES (${name})`;
    }
  });
}

function isConflict(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && CONFLICTS.includes(each.code)) return true;
  }
  return false;
}
