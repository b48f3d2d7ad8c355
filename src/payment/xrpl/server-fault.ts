/** The ways in which a ledger server gives no answer. */
import { HubError } from "../../runtime/errors.ts";

/** The server gave no answer that can be used: another one may. */
export class ServerFault extends Error {
  override readonly name = "ServerFault";
}

/** Its network has begun anew, or it is of another one that has the same number. */
export function anotherChain(): ServerFault {
  return new ServerFault(
    'Its ledgers are not those that were read before; if the network has begun anew, run "bun run ledger restart"',
  );
}

/** The server understood, and says no: for example "actNotFound". */
export class ServerRefusal extends Error {
  override readonly name = "Refused";
  readonly error: string;

  constructor(error: string) {
    super(`The ledger server answers "${error}"`);
    this.error = error;
  }
}

/** What the ledger is for whoever asks it, when none of its servers gives an answer. */
export function unavailable(cause?: unknown): HubError {
  return new HubError("ledger_unavailable", "The ledger gives no answer that can be relied on.", {
    retryAfterMs: 10_000,
    cause,
  });
}
