/** Picks what to pay out of a seller's terms, and refuses what an honest seller would not ask. */
import type { Drops } from "../../runtime/money.ts";
import { type PaymentOption, type PaymentRequired, readEntry } from "./payment-required.ts";

export interface Choice {
  readonly entry: PaymentOption;
  readonly price: Drops;
}

export type ChoiceResult =
  ({ readonly ok: true } & Choice) | { readonly ok: false; /** A sentence. */ readonly why: string };

/** Why nothing is paid on this network, or `undefined`. The name is CAIP-2's, for example "xrpl:1". */
export type NetworkRefusal = (network: string) => string | undefined;

/** A signed payment is good for as long as this; nobody who serves at once needs more. */
const MAX_TIMEOUT_SECONDS = 600;

/** `url` is what was asked for. */
export function choose(required: PaymentRequired, url: string, refuseNetwork: NetworkRefusal): ChoiceResult {
  const { host } = new URL(url);
  if (!URL.canParse(required.resource.url) || new URL(required.resource.url).host !== host)
    return { ok: false, why: `the terms are for a resource of another host than ${host}` };
  const faults = new Set<string>();
  for (const fields of required.accepts) {
    const read = readEntry(fields);
    const fault = read.ok ? faultOf(read.entry, refuseNetwork) : read.why;
    if (read.ok && fault === undefined) return { ok: true, entry: read.entry, price: BigInt(read.entry.amount) };
    if (fault !== undefined) faults.add(fault);
  }
  return { ok: false, why: `the terms hold nothing that can be paid: ${[...faults].join("; ")}` };
}

function faultOf({ network, maxTimeoutSeconds }: PaymentOption, refuseNetwork: NetworkRefusal): string | undefined {
  if (maxTimeoutSeconds > MAX_TIMEOUT_SECONDS)
    return `a payment that would stay good for ${maxTimeoutSeconds} s, where ${MAX_TIMEOUT_SECONDS} s are plenty`;
  return refuseNetwork(network);
}
