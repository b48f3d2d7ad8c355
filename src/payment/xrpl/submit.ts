/** Hands a signed transaction to one ledger server after another, until one has taken or judged it. */
import type { Submission } from "../ledger.ts";
import { SUBMIT } from "./answers.ts";
import type { AnswerTo, AskServer } from "./rpc.ts";
import type { LedgerServer } from "./server.ts";
import { ServerRefusal } from "./server-fault.ts";

/** Asks the servers in turn for a final answer. @throws {HubError} `ledger_unavailable` */
type FirstFit = <T>(
  signal: AbortSignal,
  act: (server: LedgerServer, signal: AbortSignal) => Promise<T>,
  isFinal: (answer: T) => boolean,
) => Promise<T>;

/** Errors that are about the transaction. Every other one is about the server, which may have handed it on already. */
const JUDGED: ReadonlySet<string> = new Set(["invalidParams", "invalidTransaction"]);

/** Such a result is about the server, too: its load, its queue, its settings. */
const LOCAL = /^tel/;

export async function submit(
  blob: string,
  { ask, firstFit }: { readonly ask: AskServer; readonly firstFit: FirstFit },
  asking: AbortSignal,
): Promise<Submission> {
  let mayBeTaken = false;
  const submission = await firstFit(asking, submitTo, ({ isTaken, result }) => isTaken || !LOCAL.test(result));
  return { ...submission, isTaken: mayBeTaken || submission.isTaken };

  async function submitTo(server: LedgerServer, signal: AbortSignal): Promise<Submission> {
    await server.state(signal); // A payment never goes to a server of another network.
    try {
      // Not with fail_hard, which keeps it out of the queue of a crowded ledger.
      const answer = await ask(server.url, SUBMIT, { tx_blob: blob }, signal);
      const { engine_result: result, open_ledger_cost: cost } = answer;
      return { result, isTaken: isTaken(answer), ...(cost !== undefined && { askedFee: BigInt(cost) }) };
    } catch (error) {
      if (error instanceof ServerRefusal && JUDGED.has(error.error)) return { result: error.error, isTaken: false };
      // It was sent and not judged: whatever the next server says, this one may have taken it.
      mayBeTaken = true;
      throw error;
    }
  }
}

function isTaken({ engine_result, applied, broadcast, kept, queued }: AnswerTo<typeof SUBMIT>): boolean {
  const flags = [applied, broadcast, kept, queued];
  if (flags.every((flag) => flag === undefined)) return /^(?:tes|ter)/.test(engine_result);
  return flags.includes(true);
}
