/** What one server knows of the chain: all of it, unless a fault keeps ledgers from it. Also finds the ledger a request means. */
import type { Chain } from "../chain/chain.ts";
import type { ClosedLedger } from "../chain/closed-ledger.ts";
import type { State } from "../ledger/entries.ts";
import type { Faults } from "../chain/faults.ts";
import { RpcError } from "./errors.ts";
import type { Params } from "./params.ts";

/** A ledger that was asked for, and the fields that say which one it was. */
export interface LedgerChoice {
  readonly state: State;
  readonly closed?: ClosedLedger;
  readonly fields: Readonly<Record<string, unknown>>;
}

const HASH = /^[0-9A-Fa-f]{64}$/;

export class View {
  readonly #chain: Chain;
  readonly #faults: Faults;

  constructor(chain: Chain, faults: Faults) {
    this.#chain = chain;
    this.#faults = faults;
  }

  /** The newest closed ledger. Everything closed is validated: there is nobody to disagree. */
  get last(): ClosedLedger {
    const { history } = this.#chain;
    const known = this.#faults.lastKnownLedger?.();
    return (known === undefined ? undefined : history.at(known)) ?? history.last;
  }

  get openIndex(): number {
    return this.last.index + 1;
  }

  get first(): number {
    return this.#chain.history.first;
  }

  at(index: number): ClosedLedger | undefined {
    if (index > this.last.index || this.#faults.isMissing?.(index) === true) return undefined;
    return this.#chain.history.at(index);
  }

  /** "2-29", "2-4,7-9" with gaps, or "empty". */
  completeLedgers(): string {
    const ranges: [number, number][] = [];
    const range = ranges.at.bind(ranges);
    // Without the fault there are no gaps, and no need to look at thousands of ledgers.
    if (this.#faults.isMissing === undefined) ranges.push([this.first, this.last.index]);
    else
      for (let index = this.first; index <= this.last.index; index++) {
        if (this.at(index) === undefined) continue;
        const open = range(-1);
        if (open?.[1] === index - 1) open[1] = index;
        else ranges.push([index, index]);
      }
    return ranges.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(",") || "empty";
  }

  /** @throws {RpcError} `lgrNotFound` or `invalidParams`. */
  choose({ ledger_index = "current", ledger_hash }: Params): LedgerChoice {
    if (ledger_hash !== undefined) {
      if (typeof ledger_hash !== "string" || !HASH.test(ledger_hash))
        throw new RpcError("invalidParams", { message: "ledgerHashMalformed" });
      return this.#closed(this.#chain.history.indexOf(ledger_hash.toUpperCase()));
    }
    if (ledger_index === "validated" || ledger_index === "closed") return this.#closed(this.last.index);
    if (ledger_index === "current") return this.#open();
    const index = typeof ledger_index === "string" && /^\d+$/.test(ledger_index) ? Number(ledger_index) : ledger_index;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0)
      throw new RpcError("invalidParams", { message: "ledgerIndexMalformed" });
    return index === this.openIndex ? this.#open() : this.#closed(index);
  }

  #open(): LedgerChoice {
    const fields = { ledger_current_index: this.openIndex, validated: false };
    return { state: this.last === this.#chain.history.last ? this.#chain.open : this.last.state, fields };
  }

  #closed(index: number | undefined): LedgerChoice {
    const closed = index === undefined ? undefined : this.at(index);
    if (closed === undefined) throw new RpcError("lgrNotFound");
    const fields = { ledger_hash: closed.hash, ledger_index: closed.index, validated: true };
    return { state: closed.state, closed, fields };
  }
}
