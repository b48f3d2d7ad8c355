/** What to do after an error, in the words of whoever has tools instead of addresses. */
import type { Arguments } from "./tool.ts";

/** A link that a human opens, and the connection that it is for. */
export interface ConnectLink {
  readonly id: string;
  readonly url: string;
}

/** One that has no link any more: its human has used it. */
export type AskedConnection = Pick<ConnectLink, "id"> & Partial<ConnectLink>;

interface RefusalFacts {
  readonly code: string;
  /** What the error itself says, in addresses. */
  readonly nextActions: readonly string[];
  readonly retryAfterMs?: number | undefined;
  /** Whether it holds terms that can be paid: a refused key has none while the ledger is silent. */
  readonly hasTerms: boolean;
  readonly connect?: AskedConnection | undefined;
}

/** `offers` says whether the client has a tool of that name. */
export function toolActions(
  { code, nextActions, retryAfterMs, hasTerms, connect }: RefusalFacts,
  tool: string,
  args: Arguments,
  offers: (name: string) => boolean,
  hubUrl: string,
): string[] {
  const slug = typeof args["slug"] === "string" ? args["slug"].slice(0, 100) : undefined;
  const near = named(nextActions, /^Did you mean "([a-z0-9-]+)"/);
  const actor = named(nextActions, /^Run the actor "([a-z0-9-]+)"/);
  const actions: (readonly [needs: string, sentence: string])[] = [];
  switch (code) {
    case "invalid_input":
      if (slug !== undefined)
        actions.push(["get_api_spec", `Call get_api_spec with slug "${slug}" to see what it takes.`]);
      actions.push([tool, `Correct the arguments named in errors and call ${tool} again.`]);
      break;
    case "unknown_api":
      if (actor !== undefined) actions.push(["run_actor", `Call run_actor with slug "${actor}".`]);
      if (near !== undefined) actions.push(["get_api_spec", `Call get_api_spec with slug "${near}" if it is meant.`]);
      actions.push(["search_apis", "Call search_apis with what shall be done, and use a slug of its results."]);
      break;
    case "unknown_actor":
      if (slug?.includes("--") === true)
        // As slugs of the catalogue have it, and no actor's.
        actions.push([
          "get_api_spec",
          `Call get_api_spec with slug "${slug}": an API is called by read_api or call_api.`,
        ]);
      if (near !== undefined) actions.push(["run_actor", `Call run_actor with slug "${near}".`]);
      actions.push(["list_actors", "Call list_actors and use one of its slugs."]);
      break;
    case "connection_required":
    case "connection_expired":
    case "connection_pending":
      if (connect !== undefined)
        actions.push(
          connect.url === undefined
            ? [tool, "Ask your human for the code that the page has shown."]
            : [tool, `Ask your human to open ${connect.url} and to tell you the code that it shows.`],
          [tool, `Then call ${tool} again with confirm {"connection_id": "${connect.id}", "code": "…"}.`],
        );
      break;
    case "unknown_run":
      actions.push([tool, "Use the run_id that run_actor or call_api has answered with, and the same key or payment."]);
      break;
    case "not_found":
      actions.push(["search_apis", "Call search_apis with other words."]);
      break;
    case "unknown_category":
      actions.push(["search_apis", "Call search_apis without category."]);
      break;
    case "upstream_failed":
    case "upstream_unreachable":
    case "upstream_timeout":
    case "upstream_invalid":
    case "upstream_status":
      actions.push(
        [tool, `Call ${tool} again later, or with other arguments.`],
        ["search_apis", "Call search_apis for another API that does it."],
      );
      break;
    case "rate_limited":
    case "overloaded":
    case "idempotency_in_progress":
      actions.push([tool, `Call ${tool} again after ${Math.ceil((retryAfterMs ?? 1000) / 1000)} seconds.`]);
      break;
    case "invalid_payment":
      actions.push([tool, `Call ${tool} with an x402 v2 PaymentPayload as the object _meta["x402/payment"].`]);
      break;
    case "settlement_unknown":
    case "ledger_unavailable":
      actions.push([tool, `Call ${tool} again later, with the same arguments and payment; it is never charged twice.`]);
      break;
    case "idempotency_conflict":
      actions.push([tool, `Call ${tool} with another idempotency_key.`]);
      break;
    case "llm_unavailable":
      actions.push(["list_actors", "Call list_actors and use one whose uses_llm is false."]);
      break;
    case "actor_disabled":
      actions.push(["list_actors", "Call list_actors and use another one."]);
      break;
    case "actor_failed":
      actions.push([tool, `Call ${tool} again: nothing was charged, and a payment stays good for it.`]);
      break;
    case "payment_required":
    case "payment_invalid":
    case "payment_expired":
    case "payment_already_used":
    case "quota_exhausted":
    case "insufficient_balance":
    case "budget_exhausted":
    case "key_unknown":
    case "key_pending":
    case "key_expired":
      if (hasTerms)
        actions.push([tool, `Pay one of accepts, and call ${tool} again with the payment as _meta["x402/payment"].`]);
      actions.push([
        tool,
        `${hasTerms ? "Or connect" : "Connect"} with a key in X-API-Key; a free one: POST ${hubUrl}/api/v1/agent/register/ with {"email": "you@example.com", "tier": "free_testnet"}.`,
      ]);
      break;
    default:
      break;
  }
  const sayable = actions.filter(([needs]) => offers(needs)).map(([, sentence]) => sentence);
  return sayable.length > 0 ? sayable : [...nextActions];
}

/** What the hub's own interface names in the first action that has this form. */
function named(nextActions: readonly string[], form: RegExp): string | undefined {
  return nextActions.map((action) => form.exec(action)?.[1]).find((one) => one !== undefined);
}
