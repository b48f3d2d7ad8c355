/** Parts of long answers as rows: whichever process is asked next finds them. Too much, and the oldest go. */
import { setImmediate } from "node:timers/promises";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { KeptParts, PartOwner } from "../../runtime/ports/kept-parts.ts";
import type { Clock } from "../../runtime/world.ts";
import { ask, type Build, type Store } from "../store.ts";

const KEPT_MS = 600_000;
const LIMITS = { bytes: 64 * 1024 * 1024, bytesOfOwner: 32 * 1024 * 1024 };
/** What a row takes at the least, so that their number is bounded, too. */
const MIN_BYTES = 4096;
/** Written at once, before others have their turn. */
const BATCH = 16;
/** Of a limit, what stays when it was passed: to sort out the oldest takes long, so it is done once for many answers. */
const STAYS = 7 / 8;

interface PartRow {
  readonly number: number;
  readonly part: string;
  readonly bytes: number;
}

const insertPart: Build<unknown> = (db, { kept_parts: parts }) =>
  db.insert(parts).values({
    answer_id: sql.placeholder("id"),
    number: sql.placeholder("number"),
    owner: sql.placeholder("owner"),
    part: sql.placeholder("part"),
    bytes: sql.placeholder("bytes"),
    kept_until: sql.placeholder("keptUntil"),
  });

const partOf: Build<{ part: string }[]> = (db, { kept_parts: parts }) =>
  db
    .select({ part: parts.part })
    .from(parts)
    .where(
      and(
        eq(parts.answer_id, sql.placeholder("id")),
        eq(parts.number, sql.placeholder("number")),
        eq(parts.owner, sql.placeholder("owner")),
        gt(parts.kept_until, sql.placeholder("now")),
      ),
    );

const dropExpired: Build<unknown> = (db, { kept_parts: parts }) =>
  db.delete(parts).where(lte(parts.kept_until, sql.placeholder("now")));

const sums: Build<{ ofAll: number; ofOwner: number }[]> = (db, { kept_parts: parts }) =>
  db
    .select({
      ofAll: sql<number>`COALESCE(SUM(${parts.bytes}), 0)`.mapWith(Number),
      ofOwner:
        sql<number>`COALESCE(SUM(CASE WHEN ${parts.owner} = ${sql.placeholder("owner")} THEN ${parts.bytes} END), 0)`.mapWith(
          Number,
        ),
    })
    .from(parts);

/** Of all, and of one caller; the newest stay. */
const dropOldest: Build<unknown> = (db, { kept_parts: parts }) =>
  db.delete(parts).where(
    sql`(${parts.answer_id}, ${parts.number}) IN (
      SELECT answer_id, number FROM (
        SELECT answer_id, number,
          SUM(bytes) OVER (ORDER BY kept_until DESC, answer_id, number) AS of_all,
          SUM(bytes) OVER (PARTITION BY owner ORDER BY kept_until DESC, answer_id, number) AS of_owner
        FROM kept_parts
      ) AS sums
      WHERE of_all > ${sql.placeholder("bytes")} OR of_owner > ${sql.placeholder("bytesOfOwner")}
    )`,
  );

export function storedParts(store: Store, clock: Clock, limits = LIMITS): KeptParts {
  return {
    async keep(of, parts) {
      const keptUntil = clock.now() + KEPT_MS;
      let number = 0;
      let batch: PartRow[] = [];
      for (const part of parts) {
        number++;
        batch.push({ number, part, bytes: Math.max(MIN_BYTES, Buffer.byteLength(part)) });
        if (batch.length < BATCH) continue;
        await write(of, batch, keptUntil);
        batch = [];
        await setImmediate();
      }
      await write(of, batch, keptUntil);
      await makeRoom(of.owner);
    },
    async find({ id, owner }, number) {
      const [row] = await store.ask(partOf, { id, owner, number, now: clock.now() });
      return row?.part;
    },
    async forget() {
      await store.ask(dropExpired, { now: clock.now() });
    },
  };

  async function makeRoom(owner: string): Promise<void> {
    const [sum] = await store.ask(sums, { owner });
    if (sum === undefined || (sum.ofAll <= limits.bytes && sum.ofOwner <= limits.bytesOfOwner)) return;
    await store.ask(dropOldest, {
      bytes: Math.floor(limits.bytes * STAYS),
      bytesOfOwner: Math.floor(limits.bytesOfOwner * STAYS),
    });
  }

  async function write({ id, owner }: PartOwner, batch: readonly PartRow[], keptUntil: number): Promise<void> {
    await store.transact(function* () {
      for (const row of batch) yield* ask(insertPart, { id, owner, keptUntil, ...row });
    }, "relaxed");
  }
}
