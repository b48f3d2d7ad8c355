/** What a payer is lent, and what its owner allows it. */
import type { Drops } from "../../runtime/money.ts";
import type { Clock } from "../../runtime/world.ts";
import type { PayerWallet } from "../xrpl/payer-wallet.ts";
import type { PlatformFetch } from "../xrpl/rpc.ts";
import type { PendingPayments } from "./pending-payments.ts";

export interface PayerContext {
  readonly fetch: PlatformFetch;
  readonly clock: Clock;
  /** Bytes that nobody can guess. */
  readonly random: (bytes: number) => Uint8Array;
  /** Resolves early when the signal says so. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The person interrupts. */
  readonly signal: AbortSignal;
  /** One line for the person. */
  readonly say: (line: string) => void;
  /** Asks the person; left out where nobody is there. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  readonly pending: PendingPayments;
  /** The owner's own; a sandbox is paid from a new one. */
  readonly wallet: PayerWallet | undefined;
  /** What may be spent without asking. */
  readonly limit: Drops | undefined;
  /** The only network to pay on. Left out, any; but real money only after asking. */
  readonly networkId: number | undefined;
  /** The owner's servers of a ledger; none where public ones, or the sandbox's own, are asked. */
  readonly ledgerUrls: readonly string[];
  readonly publicServers: (networkId: number) => readonly string[];
  /** For how long a signed payment that is not answered is presented again. */
  readonly patienceMs: number;
}
