/**
 * What was submitted and closed since a snapshot, a line each, so that a ledger whose process is killed loses as little
 * as one that others keep. Ledgers are what their transactions make of the one before: these and the time are enough.
 */
import { setImmediate } from "node:timers/promises";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { jsonIn } from "../text/foreign.ts";
import type { Chain } from "./chain/chain.ts";
import type { ClosedLedger } from "./chain/closed-ledger.ts";
import type { Transaction } from "./transactions/transaction.ts";

const SubmittedLine = Type.Object({ submitted: Type.String() });
const ClosedLine = Type.Object({ index: Type.Integer(), closeTime: Type.Integer(), blobs: Type.Array(Type.String()) });
const JournalLine = Type.Union([SubmittedLine, ClosedLine]);
type JournalLine = Static<typeof JournalLine>;

export function submittedLine({ blob }: Transaction): string {
  return written({ submitted: blob });
}

export function closedLine({ index, closeTime, transactions }: ClosedLedger): string {
  return written({ index, closeTime, blobs: transactions.map(({ transaction }) => transaction.blob) });
}

/**
 * Does again what was done after the chain's last ledger, each line in a turn of the event loop. The line that a death
 * has cut short is the end.
 */
export async function replay(chain: Chain, journal: string): Promise<void> {
  for (const text of journal.split("\n")) {
    await setImmediate();
    const line = readLine(text);
    if (line === undefined) return;
    if ("submitted" in line) {
      chain.submit(line.submitted);
    } else if (line.index === chain.openIndex) {
      // Those whose own lines are gone; twice is no more than once.
      for (const blob of line.blobs) chain.submit(blob, { isReplayed: true });
      chain.close(line.closeTime);
    }
  }
}

function written(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

function readLine(text: string): JournalLine | undefined {
  const value = jsonIn(text);
  return Value.Check(JournalLine, value) ? value : undefined;
}
