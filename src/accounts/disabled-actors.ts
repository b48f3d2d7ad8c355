/** Actors that the operator has switched off, in all processes of the hub: each looks every second. */
import { eq, sql } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { DisabledActors } from "../runtime/ports/disabled-actors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { note } from "./audit.ts";

export type DisabledActor = Row<"disabled_actors">;

export interface StoredDisabledActors extends DisabledActors {
  list(): Promise<readonly DisabledActor[]>;
  /** At once here, within a second in other processes; one that is switched off already keeps its first reason. */
  disable(slug: string, reason: string): Promise<void>;
  /** @throws {HubError} `unknown_actor` where none of this name is switched off. */
  enable(slug: string, reason: string): Promise<void>;
  /** Reads what other processes have changed; to be called every second. */
  refresh(): Promise<void>;
}

export function createDisabledActors(store: Store, clock: Clock): StoredDisabledActors {
  let slugs: ReadonlySet<string> | undefined;
  let changes = 0;

  async function refresh(): Promise<void> {
    const before = changes;
    const rows = await store.ask(allDisabled);
    // What was read before the last change here is not believed after it.
    if (changes === before) slugs = new Set(rows.map(({ slug }) => slug));
  }

  async function change(steps: () => Steps<void>): Promise<void> {
    await store.transact(steps);
    changes++;
    await refresh();
  }

  return {
    isDisabled(slug) {
      if (slugs !== undefined) return slugs.has(slug);
      return refresh().then(() => slugs?.has(slug) === true);
    },
    list: async () => store.ask(allDisabled),
    disable: (slug, reason) =>
      change(function* () {
        const at = clock.now();
        yield* ask(addDisabled, { slug, reason, at });
        yield* note("disable_actor", "", `${slug}: ${reason}`, at);
      }),
    enable: (slug, reason) =>
      change(function* () {
        if ((yield* ask(dropDisabled, { slug })).length === 0)
          throw new HubError("unknown_actor", "No actor of this name is switched off.");
        yield* note("enable_actor", "", `${slug}: ${reason}`, clock.now());
      }),
    refresh,
  };
}

const allDisabled: Build<DisabledActor[]> = (db, { disabled_actors: disabled }) =>
  db.select().from(disabled).orderBy(disabled.slug);

const addDisabled: Build<unknown> = (db, { disabled_actors: disabled }) =>
  db
    .insert(disabled)
    .values({ slug: sql.placeholder("slug"), reason: sql.placeholder("reason"), since: sql.placeholder("at") })
    .onConflictDoNothing();

const dropDisabled: Build<{ slug: string }[]> = (db, { disabled_actors: disabled }) =>
  db
    .delete(disabled)
    .where(eq(disabled.slug, sql.placeholder("slug")))
    .returning({ slug: disabled.slug });
