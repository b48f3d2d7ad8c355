/** How often one address may take from the sandbox's faucet, and close its ledger. */
import { type Limiters, openWindow } from "./windows.ts";

/** Each counts by the address. @throws {HubError} `rate_limited`. */
export interface SandboxLimit {
  takeFaucet(address: string): Promise<void>;
  takeLedger(address: string): Promise<void>;
}

export function sandboxLimit(limiters: Limiters, perMinute: number): SandboxLimit {
  const window = (name: string, refusal: string) => {
    const opened = openWindow(limiters, { name, points: perMinute, seconds: 60, refusal });
    return async (address: string) => void (await opened?.take(address));
  };
  return {
    takeFaucet: window("burst-faucet", "This address asks the faucet too often"),
    takeLedger: window("burst-ledgers", "This address closes too many ledgers"),
  };
}
