/** A request for a run of an actor, read into what the stages take. */
import { invalidInput } from "../../runtime/errors.ts";
import type { Caller } from "../../runtime/ports/accounts.ts";
import type { ServedActor } from "../../runtime/actors/registry.ts";
import type { RunRequest } from "../../runtime/run/run.ts";

/** What the body and the headers of a request ask for. */
export function runOf(
  { input, proof }: SentInput,
  headers: Headers,
  { operation }: ServedActor,
  requestId: string,
  caller: Caller,
): RunRequest {
  return {
    requestId,
    operation,
    input,
    caller,
    freshness: freshnessOf(headers.get("cache-control")),
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    proof,
  };
}

interface SentInput {
  readonly input: unknown;
  readonly proof: string | undefined;
}

/** Takes the payment out of the body: no stage but payment, and no actor, ever sees it. The header wins. */
export function liftProof(sent: unknown, header: string | undefined): SentInput {
  if (typeof sent !== "object" || sent === null || !Object.hasOwn(sent, "payment_signature"))
    return { input: sent, proof: header };
  const { payment_signature: field, ...input } = sent as Record<string, unknown>;
  if (field === undefined || field === null || field === "") return { input, proof: header };
  if (typeof field !== "string") throw invalidInput("/payment_signature", "must be a string");
  if (header !== undefined && header !== field)
    throw invalidInput("/payment_signature", "differs from the PAYMENT-SIGNATURE header");
  return { input, proof: field };
}

function freshnessOf(cacheControl: string | null): RunRequest["freshness"] {
  if (cacheControl === null) return "any";
  const directives = cacheControl
    .toLowerCase()
    .split(",")
    .map((directive) => directive.trim());
  if (directives.includes("only-if-cached")) return "cached";
  return directives.includes("no-cache") || directives.includes("no-store") ? "fresh" : "any";
}
