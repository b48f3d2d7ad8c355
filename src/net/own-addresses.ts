/** The addresses of this machine: what asks for one of them would have the hub ask itself, or what lives beside it. */
import { networkInterfaces } from "node:os";
import { ageOf } from "../runtime/world.ts";
import type { TargetRules } from "./target.ts";

const KNOWN_FOR_MS = 5_000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/;

/** `port` is where the hub listens. An operator who allows another port of this machine means a service of his own. */
export function ownAddresses(port: number, now: () => number): NonNullable<TargetRules["isSelf"]> {
  let known: ReadonlySet<string> = new Set();
  let at = Number.NEGATIVE_INFINITY;
  return (address, toPort, trusted) => {
    if (trusted && toPort !== port) return false;
    if (ageOf(at, now()) > KNOWN_FOR_MS) {
      at = now();
      known = new Set(Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((each) => each.address)));
    }
    return known.has(address) || LOOPBACK.test(address);
  };
}
