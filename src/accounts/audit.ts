/**
 * The audit: a line for everything the operator does, and for each key that is made or ended.
 *
 * A line is written in the transaction of what it tells of. Sealing gives it its place in the chain a little later, so that
 * no transaction waits for another's line: the line's hash is SHA-256 over the hash before it, its place and its own
 * words. Who changes, adds or takes away a sealed line changes every hash after it; who shortens the end is found by a hash
 * that was kept elsewhere, such as the one that the log tells every day.
 */
import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { ask, type Build, isUniqueViolation, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { LISTED, type RowPage } from "./page.ts";

type AuditLine = Row<"audit">;

export interface AuditHead {
  /** How many lines are sealed: the place of the newest. */
  readonly position: number;
  /** Of the newest line, 64 hex digits; "" before the first. */
  readonly hash: string;
}

export interface AuditVerdict extends AuditHead {
  /** The first place at which the chain is not what was sealed. */
  readonly brokenAt?: number;
  /** Whether the hash that was asked for stands in the chain; left out when none was. */
  readonly holds?: boolean;
}

export interface Audit {
  /** Newest first. */
  lines(page?: RowPage): Promise<readonly AuditLine[]>;
  head(): Promise<AuditHead>;
  /** Seals what is not sealed yet; to be called every few seconds by any process. Returns how many lines. */
  seal(): Promise<number>;
  /** Goes through the whole chain. `expected` is a hash that was kept elsewhere. */
  verify(expected?: string): Promise<AuditVerdict>;
}

const NO_HEAD: AuditHead = { position: 0, hash: "" };
/** Lines sealed in one transaction, and read at once. */
const BATCH = 500;

/** Writes a line in the caller's transaction. */
export function* note(action: string, accountId: string, reason: string, at: number): Steps<void> {
  yield* ask((db, { audit }) => db.insert(audit).values({ at, action, account_id: accountId, reason }));
}

export function createAudit(store: Store): Audit {
  const head = async (): Promise<AuditHead> => headOf(await store.ask(newestSealed));
  return {
    lines: async ({ offset = 0 } = {}) => store.ask(newestLines, { offset }),
    head,

    async seal() {
      try {
        return await store.transact(sealBatch, "durable");
      } catch (error) {
        // Another process seals at the same moment: its places stand.
        if (isUniqueViolation(error)) return 0;
        throw error;
      }
    },

    async verify(expected) {
      let last = NO_HEAD;
      let holds = expected === "";
      for (;;) {
        const lines = await store.ask(sealedAfter, { position: last.position });
        for (const line of lines) {
          const position = last.position + 1;
          if (line.position !== position || line.hash !== hashOf(line, position, last.hash))
            return { ...last, brokenAt: position, ...(expected !== undefined && { holds }) };
          last = { position, hash: line.hash };
          holds ||= line.hash === expected;
        }
        if (lines.length < BATCH) return { ...last, ...(expected !== undefined && { holds }) };
      }
    },
  };
}

function* sealBatch(): Steps<number> {
  let { position, hash } = headOf(yield* ask(newestSealed));
  const lines = yield* ask(unsealed);
  for (const line of lines) {
    position += 1;
    hash = hashOf(line, position, hash);
    yield* ask(sealLine, { id: line.id, position, hash });
  }
  return lines.length;
}

function headOf([newest]: readonly AuditLine[]): AuditHead {
  return newest?.position == null || newest.hash === null ? NO_HEAD : { position: newest.position, hash: newest.hash };
}

function hashOf({ id, at, action, account_id, reason }: AuditLine, position: number, before: string): string {
  const words = JSON.stringify([before, position, id, at, action, account_id, reason]);
  return createHash("sha256").update(words).digest("hex");
}

const newestLines: Build<AuditLine[]> = (db, { audit }) =>
  db.select().from(audit).orderBy(desc(audit.id)).limit(LISTED).offset(sql.placeholder("offset"));

const newestSealed: Build<AuditLine[]> = (db, { audit }) =>
  db.select().from(audit).where(isNotNull(audit.position)).orderBy(desc(audit.position)).limit(1);

const unsealed: Build<AuditLine[]> = (db, { audit }) =>
  db.select().from(audit).where(isNull(audit.position)).orderBy(asc(audit.id)).limit(BATCH);

const sealedAfter: Build<AuditLine[]> = (db, { audit }) =>
  db
    .select()
    .from(audit)
    .where(gt(audit.position, sql.placeholder("position")))
    .orderBy(asc(audit.position))
    .limit(BATCH);

const sealLine: Build<unknown> = (db, { audit }) =>
  db
    .update(audit)
    .set({ position: sql`${sql.placeholder("position")}`, hash: sql`${sql.placeholder("hash")}` })
    .where(and(eq(audit.id, sql.placeholder("id")), isNull(audit.position)));
