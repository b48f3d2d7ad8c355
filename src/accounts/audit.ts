/** Writes down what the operator did, in the caller's transaction. */
import { ask, type Steps } from "../store/store.ts";

export function* note(action: string, accountId: string, reason: string, at: number): Steps<void> {
  yield* ask((db, { audit }) => db.insert(audit).values({ at, action, account_id: accountId, reason }));
}
