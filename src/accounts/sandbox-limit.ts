/** How often one address may take from the sandbox's faucet, close its ledger, and pay by its page. */
import { type Limiters, openWindow } from "./windows.ts";

/** Each counts by the address. @throws {HubError} `rate_limited`. */
export interface SandboxLimit {
  takeFaucet(address: string): Promise<void>;
  takeLedger(address: string): Promise<void>;
  /** Of its wallet page: what pays is an account that the sandbox fills, as the faucet would. */
  takePayment(address: string): Promise<void>;
}

export function sandboxLimit(limiters: Limiters, perMinute: number): SandboxLimit {
  const window = (name: string, refusal: string) => {
    const opened = openWindow(limiters, { name, points: perMinute, seconds: 60, refusal });
    return async (address: string) => void (await opened?.take(address));
  };
  return {
    takeFaucet: window("burst-faucet", "This address asks the faucet too often"),
    takeLedger: window("burst-ledgers", "This address closes too many ledgers"),
    takePayment: window("burst-sandbox-payments", "This address pays too often"),
  };
}
