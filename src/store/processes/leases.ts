/**
 * What this process is busy with, as rows that it holds. A lease lapses unless it is renewed, so what a process that died
 * was busy with is free for the next one.
 */

/** How long a lease is believed. */
export const LEASE_MS = 20_000;
/** How often leases are renewed: a few times before they lapse. */
export const RENEW_MS = 5_000;

export interface Leases<Lease> {
  add(id: string, lease: Lease): void;
  drop(id: string): void;
  /** Renews what this process still holds; to be called every `RENEW_MS`. */
  renew(): Promise<void>;
}

/** `renew` makes one longer and returns it, or `undefined` when it is lost. */
export function createLeases<Lease>(renew: (lease: Lease) => Promise<Lease | undefined>): Leases<Lease> {
  const held = new Map<string, Lease>();
  return {
    add: (id, lease) => void held.set(id, lease),
    drop: (id) => void held.delete(id),
    async renew() {
      for (const [id, lease] of held) {
        const renewed = await renew(lease);
        if (renewed === undefined) held.delete(id);
        // What it guards may have ended, or gone on, meanwhile.
        else if (held.get(id) === lease) held.set(id, renewed);
      }
    },
  };
}
