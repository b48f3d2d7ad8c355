/**
 * Long texts in parts. One statement for all of a text would hold up everybody else, so each part is written in a turn of
 * its own, before the row that refers to the text. Until the transaction that writes that row keeps it, a text lapses by
 * itself: what a process has written that died before is swept like what is too old.
 */
import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, gte, lt, lte, sql } from "drizzle-orm";
import { HubError } from "../../runtime/errors.ts";
import type { TransactionStep } from "../../runtime/ports/idempotency.ts";
import type { Clock } from "../../runtime/world.ts";
import { encodedPieces, type JsonPieces, type JsonText, piecesOf } from "../../text/json-text.ts";
import { freePiece } from "../../text/bytes.ts";
import { laterOf } from "../later.ts";
import { ask, type Build, type Steps, type Store } from "../store.ts";

export interface StoredTexts {
  /**
   * Returns the id of the text, which lapses in ten minutes unless it is kept.
   * @throws {HubError} `invalid_input` where it is longer than what is ever kept.
   */
  write(text: JsonText): Promise<string>;
  /** Puts off when it lapses, to ten minutes from now at least. Returns whether it was still there. */
  renew(id: string): Promise<boolean>;
  /** Keeps it for so many milliseconds, as a step of the transaction that refers to it. @throws {HubError} `overloaded` there, when it has lapsed. */
  keep(id: string, ms: number): TransactionStep;
  /** `undefined` when it is there no more. */
  read(id: string): Promise<JsonPieces | undefined>;
  /** Drops what has lapsed, a few parts at a time; to be called every minute. */
  forget(): Promise<void>;
}

const DRAFT_MS = 600_000;
/** Beyond its time: whoever has found the row that refers to it can still read it. */
const SPARE_MS = 600_000;
/** In bytes. An actor's items have no more characters. */
const MAX_BYTES = 64 * 1024 * 1024;
/** To write one takes less than a millisecond. */
const PART_BYTES = 128 * 1024;
const READ_AT_ONCE = 8;
const DROPPED_AT_ONCE = 32;

const insertText: Build<unknown> = (db, { stored_texts: texts }) =>
  db.insert(texts).values({ id: sql.placeholder("id"), kept_until: sql.placeholder("until") });

const insertPart: Build<unknown> = (db, { stored_text_parts: parts }) =>
  db.insert(parts).values({
    text_id: sql.placeholder("id"),
    number: sql.placeholder("number"),
    part: sql.placeholder("part"),
  });

/** Never shortens its time: several rows may refer to it. */
const keepText: Build<{ id: string }[]> = (db, { stored_texts: texts }) =>
  db
    .update(texts)
    .set({ kept_until: laterOf(texts.kept_until, sql.placeholder("until")) })
    .where(and(eq(texts.id, sql.placeholder("id")), gt(texts.kept_until, sql.placeholder("now"))))
    .returning({ id: texts.id });

const textOf: Build<{ id: string }[]> = (db, { stored_texts: texts }) =>
  db
    .select({ id: texts.id })
    .from(texts)
    .where(and(eq(texts.id, sql.placeholder("id")), gt(texts.kept_until, sql.placeholder("now"))));

const partsFrom: Build<{ part: Uint8Array<ArrayBuffer> }[]> = (db, { stored_text_parts: parts }) =>
  db
    .select({ part: parts.part })
    .from(parts)
    .where(
      and(
        eq(parts.text_id, sql.placeholder("id")),
        gte(parts.number, sql.placeholder("from")),
        lt(parts.number, sql.placeholder("to")),
      ),
    )
    .orderBy(asc(parts.number));

const lapse: Build<unknown> = (db, { stored_texts: texts }) =>
  db
    .update(texts)
    .set({ kept_until: 0 })
    .where(eq(texts.id, sql.placeholder("id")));

/** Once and for all, whatever the clocks of other processes say: none of its parts may be dropped while it can be kept. */
const markLapsed: Build<unknown> = (db, { stored_texts: texts }) =>
  db
    .update(texts)
    .set({ kept_until: 0 })
    .where(and(gt(texts.kept_until, 0), lte(texts.kept_until, sql.placeholder("now"))));

const dropParts: Build<{ number: number }[]> = (db, { stored_texts: texts, stored_text_parts: parts }) =>
  db
    .delete(parts)
    .where(
      sql`(text_id, number) IN (
        SELECT text_id, number FROM ${parts} WHERE text_id IN (SELECT id FROM ${texts} WHERE kept_until = 0)
        LIMIT ${sql.raw(String(DROPPED_AT_ONCE))}
      )`,
    )
    .returning({ number: parts.number });

const dropTexts: Build<unknown> = (db, { stored_texts: texts, stored_text_parts: parts }) =>
  db
    .delete(texts)
    .where(and(eq(texts.kept_until, 0), sql`NOT EXISTS (SELECT 1 FROM ${parts} WHERE text_id = ${texts.id})`));

export function storedTexts(store: Store, clock: Clock, maxBytes = MAX_BYTES): StoredTexts {
  return {
    async write(text) {
      const id = crypto.randomUUID();
      await store.ask(insertText, { id, until: clock.now() + DRAFT_MS });
      try {
        await writeParts(id, text);
      } catch (error) {
        // Where the store is out it lapses by itself; what is to be told matters more.
        await Promise.try(() => store.ask(lapse, { id })).catch(() => undefined);
        throw error;
      }
      return id;
    },

    async renew(id) {
      const now = clock.now();
      return (await store.ask(keepText, { id, now, until: now + DRAFT_MS })).length > 0;
    },

    keep: (id, ms) =>
      function* (): Steps<void> {
        const now = clock.now();
        if ((yield* ask(keepText, { id, now, until: now + ms + SPARE_MS })).length > 0) return;
        throw new HubError("overloaded", "It took too long to write the answer down.", { retryAfterMs: 1_000 });
      },

    async read(id) {
      if ((await store.ask(textOf, { id, now: clock.now() })).length === 0) return undefined;
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let from = 1; ; from += READ_AT_ONCE) {
        const rows = await store.ask(partsFrom, { id, from, to: from + READ_AT_ONCE });
        for (const { part } of rows) chunks.push(part);
        if (rows.length < READ_AT_ONCE) return givenBackAtOnce(chunks);
        await setImmediate();
      }
    },

    async forget() {
      await store.ask(markLapsed, { now: clock.now() });
      while ((await store.ask(dropParts)).length === DROPPED_AT_ONCE) await setImmediate();
      await store.ask(dropTexts);
    },
  };

  async function writeParts(id: string, text: JsonText): Promise<void> {
    let number = 0;
    for (const part of partsOf(text)) {
      if (number * PART_BYTES + part.length > maxBytes) throw tooLong(maxBytes);
      const values = { id, number: ++number, part };
      // It is on the disk with the transaction that keeps the text: a log is written in its order.
      await store.transact(() => ask(insertPart, values), "relaxed");
    }
  }
}

/** What is taken of them is a copy, which stays. A driver's small ones share a buffer with what is not ours. */
function givenBackAtOnce(chunks: readonly Uint8Array<ArrayBuffer>[]): JsonPieces {
  const pieces = piecesOf(chunks, freePiece);
  return {
    ...pieces,
    *encoded() {
      for (const piece of encodedPieces(pieces)) yield new Uint8Array(piece); // A slice of a Buffer is none.
    },
  };
}

/** In UTF-8, each of the same length but the last. What is yielded is the reader's. */
function* partsOf(text: JsonText): Generator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES);
  let length = 0;
  for (let piece of encodedPieces(text)) {
    while (piece.length > 0) {
      const fitting = piece.subarray(0, PART_BYTES - length);
      part.set(fitting, length);
      length += fitting.length;
      piece = piece.subarray(fitting.length);
      if (length < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

function tooLong(maxBytes: number): HubError {
  const most = `${maxBytes / 1024 / 1024} MiB`;
  return new HubError(
    "invalid_input",
    `The answer is longer than ${most}, which is what is kept of one for its payer: ask for less.`,
  );
}
