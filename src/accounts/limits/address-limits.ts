/** How often one address may ask for what is free and costs the hub something, by the minute. */
import { type Limiters, openWindow } from "./windows.ts";

/** Counts one by the address. @throws {HubError} `rate_limited`. */
export type AddressLimit = (address: string) => Promise<void>;

/** Of the sandbox: its faucet, the closing of its ledger, and payments by its page. */
export type SandboxLimit = Readonly<Record<"takeFaucet" | "takeLedger" | "takePayment", AddressLimit>>;

/** By what is asked: the name of its counter, and what a refusal says. */
const LIMITED = {
  /** A search by the pages. */
  explorer: ["burst-explorer", "This address searches by the pages too often"],
  /** A question to the facilitator: each costs a signature check and a look at the ledger. */
  facilitator: ["burst-facilitator", "This address asks the facilitator too often"],
  /** A look for the transaction of an order on the ledger. */
  lookups: ["burst-lookups", "This address has too many transactions looked up"],
  faucet: ["burst-faucet", "This address asks the faucet too often"],
  /** A ledger of the sandbox that is closed. */
  ledgers: ["burst-ledgers", "This address closes too many ledgers"],
  /** A payment by the sandbox's page: what pays is an account that the sandbox fills, as the faucet would. */
  sandboxPayments: ["burst-sandbox-payments", "This address pays too often"],
} as const;

type LimitedUse = keyof typeof LIMITED;

/** `perMinute` 0 is no limit. */
export function addressLimit(limiters: Limiters, what: LimitedUse, perMinute: number): AddressLimit {
  const [name, refusal] = LIMITED[what];
  const window = openWindow(limiters, { name, points: perMinute, seconds: 60, refusal });
  return async (address) => void (await window?.take(address));
}
