/** The tools of each key: kept for a while, found by their slug, seen by nobody else. */
import { DAY_MS } from "../runtime/day.ts";
import { createHash } from "node:crypto";
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Holder } from "../runtime/ports/accounts.ts";
import type { Awaitable, Clock } from "../runtime/world.ts";
import { parseJson } from "../runtime/json.ts";
import type { Build, Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { Constants } from "./slots/constants.ts";
import { Value } from "@sinclair/typebox/value";

export interface StoredTool {
  readonly slug: string;
  readonly version: number;
  readonly description: string;
  /** Slug of the entry it calls. */
  readonly entry: string;
  readonly constants: Constants;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface ToolRepository {
  /** Keeps a tool; the same words again make its next version. */
  keep(holder: Holder, draft: Pick<StoredTool, "description" | "entry" | "constants">): Promise<StoredTool>;
  find(holder: Holder, slug: string): Promise<StoredTool | undefined>;
  /** The newest first. */
  list(holder: Holder): Promise<readonly StoredTool[]>;
  /** Whether there was one. */
  remove(holder: Holder, slug: string): Promise<boolean>;
}

export const TOOL_SLUG = /^tool-[0-9a-f]{16}$/;

const KEPT_MS = 30 * DAY_MS;
/** What one key may keep; the newest stay. */
const MAX_LISTED = 200;

type ToolRow = Row<"tools">;

const upsert: Build<ToolRow[]> = (db, { tools }) =>
  db
    .insert(tools)
    .values({
      account_id: sql.placeholder("accountId"),
      slug: sql.placeholder("slug"),
      version: 1,
      description: sql.placeholder("description"),
      entry: sql.placeholder("entry"),
      constants: sql.placeholder("constants"),
      created_at: sql.placeholder("now"),
      expires_at: sql.placeholder("expiresAt"),
    })
    .onConflictDoUpdate({
      target: [tools.account_id, tools.slug],
      set: {
        version: sql`${tools.version} + 1`,
        entry: sql`excluded.entry`,
        constants: sql`excluded.constants`,
        expires_at: sql`excluded.expires_at`,
      },
    })
    .returning();

const ofSlug: Build<ToolRow[]> = (db, { tools }) =>
  db
    .select()
    .from(tools)
    .where(
      and(
        eq(tools.account_id, sql.placeholder("accountId")),
        eq(tools.slug, sql.placeholder("slug")),
        gt(tools.expires_at, sql.placeholder("now")),
      ),
    );

const ofHolder: Build<ToolRow[]> = (db, { tools }) =>
  db
    .select()
    .from(tools)
    .where(and(eq(tools.account_id, sql.placeholder("accountId")), gt(tools.expires_at, sql.placeholder("now"))))
    .orderBy(desc(tools.created_at), tools.slug)
    .limit(MAX_LISTED);

const dropOne: Build<{ slug: string }[]> = (db, { tools }) =>
  db
    .delete(tools)
    .where(and(eq(tools.account_id, sql.placeholder("accountId")), eq(tools.slug, sql.placeholder("slug"))))
    .returning({ slug: tools.slug });

const dropExpired: Build<unknown> = (db, { tools }) =>
  db.delete(tools).where(lte(tools.expires_at, sql.placeholder("now")));

export function openToolRepository(store: Store, clock: Clock): ToolRepository {
  const all = async <T>(rows: Awaitable<readonly T[]>): Promise<readonly T[]> => await rows;
  return {
    async keep({ id: accountId }, { description, entry, constants }) {
      const now = clock.now();
      await store.ask(dropExpired, { now });
      const [row] = await all(
        store.ask(upsert, {
          accountId,
          slug: slugOf(accountId, description),
          description,
          entry,
          constants: JSON.stringify(constants),
          now,
          expiresAt: now + KEPT_MS,
        }),
      );
      if (row === undefined) throw new Error("A tool that was kept did not come back");
      return toTool(row);
    },
    async find({ id: accountId }, slug) {
      const [row] = await all(store.ask(ofSlug, { accountId, slug, now: clock.now() }));
      return row && toTool(row);
    },
    async list({ id: accountId }) {
      return (await all(store.ask(ofHolder, { accountId, now: clock.now() }))).map(toTool);
    },
    async remove({ id: accountId }, slug) {
      return (await all(store.ask(dropOne, { accountId, slug }))).length > 0;
    },
  };
}

/** The same words of the same key are the same tool. */
function slugOf(accountId: string, description: string): string {
  const words = description.trim().toLowerCase().replace(/\s+/g, " ");
  return `tool-${createHash("sha256").update(`${accountId}\n${words}`).digest("hex").slice(0, 16)}`;
}

function toTool(row: ToolRow): StoredTool {
  const constants = parseJson(row.constants);
  if (!Value.Check(Constants, constants)) throw new Error(`The tool "${row.slug}" holds no constants`);
  const { slug, version, description, entry, created_at: createdAt, expires_at: expiresAt } = row;
  return { slug, version, description, entry, constants, createdAt, expiresAt };
}
