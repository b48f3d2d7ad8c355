/** A refusal counts against its address like a service, once for each request. */
import { HubError } from "../../runtime/errors.ts";
import type { Accounts } from "../../runtime/ports/accounts.ts";
import { callerOf, type CallerDeps } from "./caller.ts";

export interface RefusalDeps extends CallerDeps {
  readonly accounts: Pick<Accounts, "count" | "standing">;
}

/** What is to be told: the refusal, or `rate_limited` where its address has had too many. */
export async function countRefusal<Refusal>(
  deps: RefusalDeps,
  refusal: Refusal,
  request: Request,
): Promise<Refusal | HubError> {
  try {
    const caller = callerOf(request, deps);
    await deps.accounts.count({ caller, standing: await deps.accounts.standing(caller) });
    return refusal;
  } catch (error) {
    // Where nothing can be counted, it is told all the same.
    return error instanceof HubError && error.code === "rate_limited" ? error : refusal;
  }
}
