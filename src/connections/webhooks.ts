/**
 * Tells the operator's system what became of connections, signed as Standard Webhooks are: `webhook-id`,
 * `webhook-timestamp` and `webhook-signature`. What it does not take is told again, less and less often, for a day.
 */
import { createHmac } from "node:crypto";
import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { isTaken, type Post, tellWebhook } from "../runtime/http/webhook.ts";
import type { Clock } from "../runtime/world.ts";
import type { Build, Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";

export interface ConnectionWebhookDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly post: Post;
  readonly url: string;
  readonly secret: string;
}

type EventRow = Row<"connection_events">;

/** Tells what is due. */
export type TellEvents = () => Promise<void>;

const FIRST_WAIT_MS = 5_000;
/** The waits double, and end after about a day. */
const MAX_ATTEMPTS = 15;

export function createWebhooks({ store, clock, post, url, secret }: ConnectionWebhookDeps): TellEvents {
  return async () => {
    for (const event of await store.ask(dueEvents, { now: clock.now() })) {
      const wait = FIRST_WAIT_MS * 2 ** event.attempts;
      const next = event.attempts + 1 < MAX_ATTEMPTS ? clock.now() + wait : null;
      // Another process may have the same list: whoever moves the time tells it.
      const [mine] = await store.ask(postpone, { id: event.id, dueAt: event.due_at, next });
      if (mine !== undefined && (await tell(event))) await store.ask(settle, { id: event.id });
    }
  };

  async function tell(event: EventRow): Promise<boolean> {
    const body = JSON.stringify({
      type: event.type,
      timestamp: new Date(event.at).toISOString(),
      data: { connection_id: event.connection_id, account_id: event.account_id },
    });
    const sign = (content: string): string => signatureOf(content, secret);
    return isTaken(await tellWebhook(post, url, { id: `evt_${event.id}`, body, now: clock.now(), sign }));
  }
}

/** The key is the base64 behind "whsec_", where the secret has that form, else its text. */
function signatureOf(content: string, secret: string): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

const dueEvents: Build<EventRow[]> = (db, { connection_events: events }) =>
  db
    .select()
    .from(events)
    .where(and(isNotNull(events.due_at), lte(events.due_at, sql.placeholder("now"))))
    .orderBy(asc(events.id))
    .limit(20);

const postpone: Build<{ id: number }[]> = (db, { connection_events: events }) =>
  db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, due_at: sql`${sql.placeholder("next")}` })
    .where(and(eq(events.id, sql.placeholder("id")), eq(events.due_at, sql.placeholder("dueAt"))))
    .returning({ id: events.id });

const settle: Build<unknown> = (db, { connection_events: events }) =>
  db
    .update(events)
    .set({ due_at: null })
    .where(eq(events.id, sql.placeholder("id")));
