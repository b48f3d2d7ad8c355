/** Copies what the store has ended into the log, outside of the store. `replay.ts` ends it again after a restore. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, gt, lt, or, sql } from "drizzle-orm";
import { holdFile } from "../store/processes/exclusive.ts";
import { hubFact } from "../store/hub/hub-facts.ts";
import type { Secrets } from "../store/hub/hub-key.ts";
import type { Build, Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { openRevocationLog, type Revocation, type RevocationLog, STORE_NAME } from "./revocation-log.ts";
import { signLogAnew } from "./sign-anew.ts";

/** Numbers are given before transactions end, so that a lower one may come later: by so many, and for so long. */
const OVERLAP = 1_000;
const LATE_MS = 60_000;
const BATCH = 5_000;
const KEEP_MS = 31 * 86_400_000;

export interface RevocationCopy extends Disposable {
  /** Writes down what was ended since the last time, unless another process of this machine does. */
  run(): Promise<void>;
}

interface OpenLog {
  readonly log: RevocationLog;
  /** Numbers of what is in it, the last few thousand. */
  readonly known: Set<number>;
  newest: number;
}

/** The right to write into the log of a folder; `undefined` where another process has it. */
export function holdLog(folder: string): Disposable | undefined {
  return holdFile(join(folder, "writer.lock"));
}

/** `folder` holds the log. What earlier secrets have signed there is signed anew first. */
export function copyRevocations(store: Store, folder: string, secrets: Secrets, now: () => number): RevocationCopy {
  let lock: Disposable | undefined;
  let written: OpenLog | undefined;
  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= copy().finally(() => (running = undefined))),
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };

  async function copy(): Promise<void> {
    if (lock === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    lock ??= holdLog(folder);
    if (lock === undefined) return;
    written ??= await openLog();
    const { log, known } = written;
    const { newest } = written;
    const rows = await store.ask(revocationsAfter, { newest, oldest: newest - OVERLAP, late: now() - LATE_MS });
    const fresh = rows.filter(({ id }) => !known.has(id)).map(asRevocation);
    if (fresh.length === 0) return;
    await log.append(fresh, now());
    for (const { id } of fresh) known.add(id);
    written.newest = Math.max(written.newest, ...fresh.map(({ id }) => id));
    for (const id of known) if (id < written.newest - 2 * OVERLAP) known.delete(id);
  }

  async function openLog(): Promise<OpenLog> {
    await signLogAnew(folder, secrets);
    const name = await hubFact(store, STORE_NAME, () => crypto.randomUUID());
    const log = openRevocationLog(folder, name, secrets.current);
    const known = new Set(await log.recent());
    // Also where nothing was ended yet: that there is a log says so.
    await log.append([], now());
    return { log, known, newest: Math.max(0, ...known) };
  }
}

/** Of those whose lines are in the log for long. */
export async function forgetRevocations(store: Store, now: number): Promise<void> {
  await store.ask(dropRevocations, { before: now - KEEP_MS });
}

function asRevocation({ id, at, kind, subject, facts }: Row<"revocations">): Revocation {
  return { id, at, kind: kind as Revocation["kind"], subject, facts }; // The table takes no other kinds.
}

const revocationsAfter: Build<Row<"revocations">[]> = (db, { revocations }) =>
  db
    .select()
    .from(revocations)
    .where(
      and(
        gt(revocations.id, sql.placeholder("oldest")),
        or(gt(revocations.id, sql.placeholder("newest")), gt(revocations.at, sql.placeholder("late"))),
      ),
    )
    .orderBy(asc(revocations.id))
    .limit(BATCH);

const dropRevocations: Build<unknown> = (db, { revocations }) =>
  db.delete(revocations).where(lt(revocations.at, sql.placeholder("before")));
