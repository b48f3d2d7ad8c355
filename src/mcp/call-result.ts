/** What a client is told of a call: its answer, or what is wrong. */
import { HubError } from "../runtime/errors.ts";
import { xrpNumber, parseXrp } from "../runtime/money.ts";
import type { JsonObject } from "../text/foreign.ts";
import type { Tool } from "./tool.ts";

/** What a client is told: the structured answer stands in `content` as text, too. */
export interface CallResult {
  readonly [key: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Record<string, unknown>;
}

export function failed(problem: JsonObject, settled?: object): CallResult {
  return {
    content: [{ type: "text", text: JSON.stringify(problem) }],
    isError: true,
    ...(settled && { _meta: { "x402/payment-response": settled } }),
  };
}

export function structured(answer: JsonObject, settled?: object): CallResult {
  const text = JSON.stringify(answer);
  return {
    content: [{ type: "text", text }],
    structuredContent: JSON.parse(text), // As it is sent: without what JSON leaves out.
    ...(settled && { _meta: { "x402/payment-response": settled } }),
  };
}

/** What the headers say of the call's cost and of the cache. */
export function factsOf(headers: Headers): JsonObject {
  const balance = headers.get("x-balance-xrp");
  const cache = /^hub; (hit|fwd=\w+)/.exec(headers.get("cache-status") ?? "")?.[1];
  return {
    charged_xrp: xrpNumber(parseXrp(headers.get("x-charge-xrp") ?? "0")),
    ...(balance !== null && { balance_xrp: xrpNumber(parseXrp(balance)) }),
    ...(cache !== undefined && { cache: cache === "hit" ? "hit" : "miss" }),
    ...(headers.get("idempotent-replayed") === "true" && { replayed: true }),
  };
}

export function settlementOf(headers: Headers): object | undefined {
  const header = headers.get("payment-response");
  return header === null ? undefined : (JSON.parse(Buffer.from(header, "base64").toString()) as object); // Our own header.
}

export function tooSlow(tool: Tool, idempotencyKey: string | undefined): HubError {
  const again =
    idempotencyKey === undefined
      ? `Call ${tool.name} again for less${tool.input.properties["wait"] === undefined ? "" : ", with wait, after which get_run tells of it"}, or with an idempotency_key, by which a longer run can be asked for again.`
      : `Call ${tool.name} again with the same arguments and idempotency_key: it gives the answer once it is there, and charges once.`;
  return new HubError("actor_timeout", "It has not ended within 55 seconds.", { nextActions: [again] });
}

/** Of a failure that says so much that nobody reads it. */
export function tooLong(): HubError {
  return new HubError("upstream_failed", "The upstream failed, with an answer too long to be told here.");
}
