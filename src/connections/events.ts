/** Notes what became of a connection, in the transaction that made it so. */
import type { Clock } from "../runtime/world.ts";
import { ask, type Steps } from "../store/store.ts";
import { addEvent } from "./queries/events.ts";
import type { ConnectionRow } from "./queries/row.ts";

export type ConnectionEvent = "active" | "expiring" | "needs_reconnect" | "recovered" | "revoked";

export type NoteEvent = (row: ConnectionRow, type: ConnectionEvent) => Steps<void>;

/** `tellsEvents`: whether somebody is to be told of them. */
export function eventNotes(clock: Clock, tellsEvents: boolean): NoteEvent {
  return function* (row, type) {
    const now = clock.now();
    const values = { id: row.id, accountId: row.account_id, type: `connection.${type}`, now };
    yield* ask(addEvent, { ...values, dueAt: tellsEvents ? now : null });
  };
}
