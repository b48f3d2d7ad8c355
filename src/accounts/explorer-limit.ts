/** How often one address may search by the pages, which is free. */
import { type Limiters, openWindow } from "./windows.ts";

/** Counts by the address. @throws {HubError} `rate_limited`. */
export type ExplorerLimit = (address: string) => Promise<void>;

export function explorerLimit(limiters: Limiters, perMinute: number): ExplorerLimit {
  const refusal = "This address searches by the pages too often";
  const opened = openWindow(limiters, { name: "burst-explorer", points: perMinute, seconds: 60, refusal });
  return async (address) => void (await opened?.take(address));
}
