/** Each corpus in two halves by a hash of the page's name: one to tune by, the other only to check with. */
import { createHash } from "node:crypto";

export const HALVES = ["tuning", "checking"] as const;
export type Half = (typeof HALVES)[number];

/** The same for a page wherever and whenever it is asked. */
export function halfOf(id: string): Half {
  return createHash("sha256").update(id).digest()[0]! % 2 === 0 ? "tuning" : "checking";
}
