/** What keeps a store from being asked at all, told apart from what is wrong with a query. */
import { HubError } from "../runtime/errors.ts";

const RETRY_AFTER_MS = 2_000;
const UNREACHABLE = "The store of this hub cannot be reached at the moment.";

/**
 * Codes of PostgreSQL: connection exceptions, insufficient resources (a full disk among them), the operator's doing,
 * system errors, a server that only reads, a transaction whose process stood still, a lock or a statement that took too long,
 * conflicts that went on and on.
 */
const POSTGRES = /^(?:08|53|57P|58)[0-9A-Z]+$|^(?:25006|25P0[34]|55P03|57014|40001|40P01)$/;
/** Codes of SQLite, with their extended forms. */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|PROTOCOL)/;
/** Of the system, for a server that is not there. */
const SYSTEM = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|HOSTDOWN)$/;
/** What the client says, without a code, of a connection that has ended. */
const ENDED = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/;

/** "overloaded", which says when to come again. `why` is for the log, and never published. */
export function unavailable(why: string, cause?: unknown): HubError {
  return new HubError("overloaded", UNREACHABLE, {
    retryAfterMs: RETRY_AFTER_MS,
    nextActions: [
      "Repeat the same request after Retry-After, with the same Idempotency-Key or payment where it had one.",
    ],
    cause: cause ?? new Error(why),
  });
}

/** The error as it is told to who asked: an outage as such, anything else as it is. */
export function asOutage(error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof HubError) return each;
  return isOutage(error) ? unavailable("", error) : error;
}

/** What is behind an outage, in words for the log; `undefined` for any other error. */
export function outageCause(error: unknown): string | undefined {
  if (!(error instanceof HubError && error.message === UNREACHABLE)) return undefined;
  let last: Error = error;
  while (last.cause instanceof Error) last = last.cause;
  const code = "code" in last && typeof last.code === "string" ? last.code : "";
  const said = last.message.replace(/\.$/, "");
  return said === "" || code === "" ? said + code : `${said} (${code})`;
}

export function isOutage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = "code" in each && typeof each.code === "string" ? each.code : "";
    if (POSTGRES.test(code) || SQLITE.test(code) || SYSTEM.test(code) || ENDED.test(each.message)) return true;
  }
  return false;
}
