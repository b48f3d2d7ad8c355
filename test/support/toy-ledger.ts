/** A ledger small enough to read: accounts, an open ledger, validated ones, and the faults a test switches on. */
import { HubError } from "../../src/runtime/errors.ts";
import type { HubLedger } from "../../src/app/ledgers/ledger.ts";
import type { Fate, LedgerView, ValidatedPayment } from "../../src/payment/ledger.ts";
import { decodeCanonical, type TransactionFields, transactionHash } from "../../src/payment/xrpl/codec.ts";

export interface ToyAccount {
  sequence: number;
  balance: bigint;
  tickets: Set<number>;
}

/** What becomes of a transaction that was just sent. */
export type Mood = "honest" | "takes and drops" | "refuses and keeps" | "takes and fails";

/** Nobody follows its wallets, and the hub's is rich. */
export interface ToyLedger extends HubLedger {
  readonly accounts: Map<string, ToyAccount>;
  readonly index: number;
  /** Nothing answers while this is so. */
  isSilent: boolean;
  /** The server does not hold the ledgers it should, nor what is in them. */
  hasGap: boolean;
  mood: Mood;
  close(closedAt: number): void;
  validated(hash: string): ValidatedPayment | undefined;
  /** How often it was asked to submit each hash. */
  readonly submissions: Map<string, number>;
  /** Hashes it kept although it said it did not. */
  readonly liedAbout: Set<string>;
  /** Somebody else sends the transaction. */
  send(blob: string): void;
}

const FIRST = 1000;
const noHistory = (): Promise<never> => Promise.reject(new Error("Nobody follows the wallets of a toy ledger"));
const PARTIAL_PAYMENT = 0x0002_0000;

export function toyLedger(network: string): ToyLedger {
  const accounts = new Map<string, ToyAccount>();
  const open = new Map<string, { blob: string; isDoomed: boolean }>();
  const past = new Map<string, ValidatedPayment>();
  const submissions = new Map<string, number>();
  const liedAbout = new Set<string>();
  const waiting: { after: number; resolve: () => void }[] = [];
  let index = FIRST;

  const ledger: ToyLedger = {
    network,
    accounts,
    submissions,
    liedAbout,
    isSilent: false,
    hasGap: false,
    mood: "honest",
    get index() {
      return index;
    },

    async view({ account, slot }): Promise<LedgerView> {
      answer();
      const known = accounts.get(account);
      const payer = known && {
        sequence: known.sequence,
        balance: known.balance,
        ownerCount: known.tickets.size,
        isMasterDisabled: false,
        regularKey: undefined,
        hasTicket: known.tickets.has(slot),
      };
      return { validatedIndex: index, payer, reserveBase: 1_000_000n, reserveIncrement: 200_000n };
    },

    async submit(blob) {
      answer();
      const hash = transactionHash(blob);
      submissions.set(hash, (submissions.get(hash) ?? 0) + 1);
      const fields = fieldsOf(blob);
      const refusal = open.has(hash)
        ? "tefPAST_SEQ"
        : (faultOf(fields) ?? (isSlotInOpen(fields) ? "tefPAST_SEQ" : undefined));
      if (refusal !== undefined) return { result: refusal, isTaken: false };
      const { mood } = ledger;
      if (mood !== "takes and drops") open.set(hash, { blob, isDoomed: mood === "takes and fails" });
      if (mood === "refuses and keeps") {
        liedAbout.add(hash);
        return { result: "tecPATH_DRY", isTaken: false };
      }
      return { result: "tesSUCCESS", isTaken: true };
    },

    async fate({ hash }, _first, last): Promise<Fate> {
      answer();
      const payment = seen(hash);
      if (payment !== undefined) return { state: "validated", payment };
      return index >= last && !ledger.hasGap ? { state: "never" } : { state: "pending", validatedIndex: index };
    },

    async find(hash) {
      answer();
      return seen(hash);
    },

    nextLedger(after, signal) {
      if (index > after) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ after, resolve });
      signal.addEventListener("abort", () => reject(silent()), { once: true });
      return promise;
    },

    close(closedAt) {
      index++;
      for (const [hash, { blob, isDoomed }] of open) apply(hash, fieldsOf(blob), isDoomed, closedAt);
      open.clear();
      for (const { after, resolve } of waiting.splice(0)) {
        if (index > after) resolve();
        else waiting.push({ after, resolve });
      }
    },

    async answers() {
      answer();
    },

    async wallet() {
      answer();
      const none = { isDepositAuth: false, requiresTag: true, disallowsXrp: false };
      return { balance: 1_000_000_000n, reserve: 1_000_000n, ...none };
    },
    read: noHistory,
    readWithin: noHistory,
    validated: (hash) => past.get(hash),
    send: (blob) => void open.set(transactionHash(blob), { blob, isDoomed: false }),
  };
  return ledger;

  function answer(): void {
    if (ledger.isSilent) throw silent();
  }

  function seen(hash: string): ValidatedPayment | undefined {
    return ledger.hasGap ? undefined : past.get(hash);
  }

  function isSlotInOpen(fields: TransactionFields): boolean {
    return [...open.values()].some(({ blob }) => {
      const other = fieldsOf(blob);
      return other["Account"] === fields["Account"] && slotOf(other) === slotOf(fields);
    });
  }

  function faultOf(fields: TransactionFields): string | undefined {
    const account = accounts.get(String(fields["Account"]));
    if (account === undefined) return "terNO_ACCOUNT";
    const ticket = fields["TicketSequence"];
    if (ticket === undefined && fields["Sequence"] !== account.sequence)
      return Number(fields["Sequence"]) < account.sequence ? "tefPAST_SEQ" : "terPRE_SEQ";
    if (ticket !== undefined && !account.tickets.has(Number(ticket))) return "tefNO_TICKET";
    return Number(fields["LastLedgerSequence"]) <= index ? "tefMAX_LEDGER" : undefined;
  }

  function apply(hash: string, fields: TransactionFields, isDoomed: boolean, closedAt: number): void {
    const account = accounts.get(String(fields["Account"]));
    // As at a real close, the ledger that takes it is the one just closed.
    if (account === undefined || past.has(hash) || Number(fields["LastLedgerSequence"]) < index) return;
    const fault = faultOf(fields);
    if (fault !== undefined && fault !== "tefMAX_LEDGER") return;
    if (fields["TicketSequence"] === undefined) account.sequence++;
    else account.tickets.delete(Number(fields["TicketSequence"]));
    const amount = sentBy(fields);
    const isPaid = !isDoomed && account.balance >= amount + 1_000_000n;
    account.balance -= BigInt(String(fields["Fee"])) + (isPaid ? amount : 0n);
    past.set(hash, {
      hash,
      result: isPaid ? "tesSUCCESS" : "tecUNFUNDED_PAYMENT",
      type: "Payment",
      account: String(fields["Account"]),
      destination: String(fields["Destination"]),
      destinationTag: fields["DestinationTag"] as number | undefined, // The codec gives a number.
      invoiceHash: fields["InvoiceID"] as string | undefined, // And hex here.
      ...(fields["Memos"] !== undefined && { memos: JSON.stringify(fields["Memos"]) }),
      // What is no XRP is an object.
      delivered: isPaid && typeof fields["Amount"] === "string" ? amount : undefined,
      closedAt,
    });
  }
}

const decoded = new Map<string, TransactionFields>();

function fieldsOf(blob: string): TransactionFields {
  const fields = decoded.get(blob) ?? decodeCanonical(blob);
  if (fields === undefined) throw new Error("The toy ledger was sent something that is no transaction");
  decoded.set(blob, fields);
  return fields;
}

/** In drops. A partial payment delivers as little as it can. */
function sentBy({ Amount: amount, Flags: flags }: TransactionFields): bigint {
  if (typeof amount !== "string") return 0n;
  return (Number(flags ?? 0) & PARTIAL_PAYMENT) === 0 ? BigInt(amount) : 1n;
}

function slotOf(fields: TransactionFields): unknown {
  return fields["TicketSequence"] ?? fields["Sequence"];
}

function silent(): HubError {
  return new HubError("ledger_unavailable", "The toy ledger is silent.");
}
