/** Asks the hub, and reads what it says. What it answers is foreign to the page: it may be an upstream's. */
import { isObject, jsonIn, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { currentKey } from "./key.ts";

const SLACK_MS = 5_000;

export interface HubRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** JSON. */
  readonly body?: string | undefined;
  /** The operator's, in place of the key. */
  readonly token?: string;
  /** Of a run or a call: sent again under the same name, it is done and paid once. */
  readonly idempotencyKey?: string;
}

export interface HubAnswer {
  readonly state: "answered";
  readonly isOk: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text says as JSON; `undefined` where it is none. */
  readonly value: unknown;
  readonly tookMs: number;
  /** By how much the clock here is ahead of the hub's, in milliseconds; 0 where that is not known. */
  readonly aheadMs: number;
}

export type HubReply = HubAnswer | { readonly state: "offline" };

/** What went wrong, as far as it is told. */
export interface ProblemView {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly actions: readonly string[];
  readonly faults: readonly { readonly pointer: string; readonly detail: string }[];
  /** Seconds; 0 where nothing is said of it. */
  readonly waitSeconds: number;
  /** Of a 402: how to pay. */
  readonly terms: JsonObject | undefined;
  readonly aheadMs: number;
}

/**
 * @param proof what pays for this request, as the hub's `PAYMENT-SIGNATURE`
 * @param signal ends the wait, with the state "offline": what was sent may be done all the same
 */
export async function send(
  { method, path, body, token, idempotencyKey }: HubRequest,
  proof?: string,
  signal?: AbortSignal,
): Promise<HubReply> {
  const key = currentKey();
  const started = performance.now();
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: "application/json",
        ...(token !== undefined ? { authorization: `Bearer ${token}` } : key !== "" && { "x-api-key": key }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(proof !== undefined && { "payment-signature": proof }),
      },
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
    const text = await response.text();
    const { ok: isOk, status, headers } = response;
    const tookMs = Math.round(performance.now() - started);
    const aheadMs = aheadOf(headers.get("date"));
    return { state: "answered", isOk, status, headers, text, value: jsonIn(text), tookMs, aheadMs };
  } catch {
    return { state: "offline" };
  }
}

/** A name that nothing else has; a page that came without TLS has no other source. */
export function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Of an answer that is an error, be it a document of its own or within the envelope of a run. */
export function problemOf({ status, headers, value, aheadMs }: HubAnswer): ProblemView {
  const document = objectOf(value);
  const error = isObject(document["error"]) ? document["error"] : document;
  const wait = Number(headers.get("retry-after"));
  return {
    status,
    code: textOf(error["code"]),
    detail: textOf(error["detail"]) || textOf(error["message"]) || `The hub answered ${status}.`,
    requestId: headers.get("x-request-id") ?? textOf(document["request_id"]),
    actions: listOf(error["next_actions"]).map(textOf),
    faults: listOf(error["errors"]).map((one) => ({
      pointer: textOf(objectOf(one)["pointer"]),
      detail: textOf(objectOf(one)["detail"]),
    })),
    waitSeconds: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : 0,
    aheadMs,
    terms: status === 402 && Array.isArray(document["accepts"]) ? document : undefined,
  };
}

/** A date of HTTP is cut to the second, and some seconds are spent on the way. */
function aheadOf(date: string | null): number {
  const ahead = date === null ? Number.NaN : Date.now() - Date.parse(date);
  return Math.abs(ahead) > SLACK_MS ? ahead : 0;
}
