/** What the operator writes beside the subject of a command: a reason, an address, an amount. As strict as the hub's own API is. */
import { EMAIL, PLAIN_TEXT } from "../../routes/accounts/registration-body.ts";
import { type Drops, parseXrp } from "../../runtime/money.ts";

const PLAIN = new RegExp(PLAIN_TEXT);
const ADDRESS = new RegExp(EMAIL, "u");
const MAX_REASON = 500;
const MAX_EMAIL = 254;

export const REASON = {
  type: "option",
  hint: "text",
  isRequired: true,
  description: "kept in the audit, for ever",
  read: reasonOf,
} as const;

export const NETWORK = {
  type: "option",
  hint: "network",
  description: "of the balance, for example xrpl:0; the only one that holds as much",
} as const;

export const OFFSET = {
  type: "option",
  hint: "number",
  description: "how many rows to leave out",
  read: offsetOf,
} as const;

/** It stands in an append-only table, and is shown on terminals. */
function reasonOf(text: string): string {
  if (text.trim() === "") throw new Error("it must not be empty");
  if (text.length > MAX_REASON) throw new Error(`it has at most ${MAX_REASON} characters`);
  if (!PLAIN.test(text)) throw new Error("it is one line, without control characters");
  return text;
}

export function emailOf(text: string): string {
  if (text.length > MAX_EMAIL || !ADDRESS.test(text)) throw new Error("it is no address of e-mail");
  return text;
}

function offsetOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`cannot leave "${text}" rows out`);
  return Number(text);
}

export function someXrp(text: string): Drops {
  const drops = parseXrp(text);
  if (drops === 0n) throw new Error("it must be more than nothing");
  return drops;
}
