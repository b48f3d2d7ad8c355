/** How many ledgers a message of the API closes. */
import { isObject, jsonIn } from "../../text/foreign.ts";
import { nestsDeeperThan } from "../../text/json-fault.ts";
import { MAX_DEPTH } from "./http.ts";

const CLOSE = "ledger_accept";

/** Of a request over HTTP or a socket, a batch counted whole; 0 of what is no JSON. */
export function closingsIn(text: string): number {
  // A backslash may spell any letter.
  if (!text.includes(CLOSE) && !text.includes("\\")) return 0;
  if (nestsDeeperThan(text, MAX_DEPTH)) return 0; // Refused behind this.
  const request = jsonIn(text);
  if (!isObject(request)) return 0;
  const { command, method, params } = request;
  const batch =
    method === "batch" && Array.isArray(params) ? params.map((one: unknown) => isObject(one) && one["method"]) : [];
  return [command ?? method, ...batch].filter((name) => name === CLOSE).length;
}
