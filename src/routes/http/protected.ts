/** Documents that are sold by the call: they go through the same stages as the runs of actors. */
import { asHubError, type HubError, withHeaders } from "../../runtime/errors.ts";
import { intern } from "../../text/interned.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import { wholeText, withMembers } from "../../text/json-text.ts";
import type { Execute } from "../../runtime/run/pipeline.ts";
import type { Later } from "../../runtime/ports/runs.ts";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { inputValidator, type Validation } from "../../runtime/schema.ts";
import { type Awaitable, mapAwaitable } from "../../runtime/world.ts";
import { type CallerDeps, callerOf } from "./caller.ts";
import type { Admission, Operation } from "../../runtime/run/operation.ts";
import type { Outcome } from "../../runtime/run/outcome.ts";

export interface ProtectedDeps extends CallerDeps {
  readonly execute: Execute;
  /** Puts an operation on the list of what is sold, and hands it back. */
  readonly offer: (operation: Operation) => Operation;
}

/** What a route hands over of the request it answers: never the whole context, for which the framework prepares all. */
export interface Visit {
  readonly request: Request;
  readonly set: { headers: Record<string, string | number> };
  /** Where the run may be done later. */
  readonly later?: Later | undefined;
  /** What is shown for a receipt, where one opens the resource again. */
  readonly receipt?: string | null;
}

export interface DocumentOptions<Input extends TObject> {
  /** Its name in ledgers and fingerprints. */
  readonly slug: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly description: string;
  readonly timeoutMs?: number;
  /** Whether it asks the language model; left out, it never does. */
  readonly asksModel?: () => boolean;
  /** What strangers are told to call it by. */
  readonly name?: string;
  /** Schema of the query or body; left out, nothing is asked. It judges the input, unless `validate` does. */
  readonly input?: Input;
  /** A valid input. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly validate?: (input: unknown) => Validation<Static<Input>>;
  /** Throws while the document cannot be served at all; nobody is charged for one then. */
  readonly needs?: () => unknown;
  /** Comes to the document, or to its JSON. */
  readonly perform: (
    input: Static<Input>,
    signal: AbortSignal,
    admission: Admission,
  ) => Promise<object | string> | object | string;
}

/** An operation whose answer is one JSON object, sold by the call. */
export function documentOperation<Input extends TObject = TObject<{}>>(options: DocumentOptions<Input>): Operation {
  return {
    slug: options.slug,
    revision: "1",
    description: options.description,
    method: options.method,
    path: options.path,
    pricing: { by: "call" },
    scope: { area: "search" },
    listing: {
      name: options.name ?? options.slug,
      tags: [],
      input: options.input ?? Type.Object({}),
      example: options.example ?? {},
    },
    cacheTtlSeconds: 0,
    timeoutMs: options.timeoutMs ?? 10_000,
    ...(options.asksModel && { asksModel: options.asksModel }),
    validate: options.validate ?? (options.input === undefined ? takeNothing() : inputValidator(options.input)),
    outage: () => refusalOf(options.needs),
    refusal: () => refusalOf(options.needs),
    async perform(input, signal, admission) {
      const document = await options.perform(input as Static<Input>, signal, admission); // It was just validated.
      const room = roomInTurn(); // Those who waited for the same part of it go on in the same turn.
      if (room !== undefined) await room;
      const itemsJson = typeof document === "string" ? document : JSON.stringify(document);
      return { itemsJson, count: 1, warnings: [] };
    },
  };
}

/** Whatever is sent, the input is the same value each time. */
function takeNothing(): () => Validation {
  const nothing: Validation = { ok: true, value: intern({}), warnings: [] };
  return () => nothing;
}

function refusalOf(needs: (() => unknown) | undefined): HubError | undefined {
  try {
    needs?.();
    return undefined;
  } catch (error) {
    return asHubError(error);
  }
}

/**
 * Answers a visit with the operation's document.
 * @throws {HubError} what it was refused for, or what became of it, with the headers that tell what it cost.
 */
export function serveDocument(
  deps: ProtectedDeps,
  visit: Visit,
  operation: Operation,
  input: unknown,
): Awaitable<string> {
  return mapAwaitable(soldTo(deps, visit, operation, input), documentOf);
}

/** @throws {HubError} what became of it. */
export function documentOf(outcome: Outcome): string {
  if (!outcome.ok) throw withHeaders(outcome.error, outcome.headers);
  const text = wholeText(outcome.answer.itemsJson);
  return outcome.warnings.length === 0 || text === "" ? text : withWarnings(text, outcome.warnings);
}

function withWarnings(document: string, warnings: readonly string[]): string {
  return wholeText(withMembers(`"warnings":${JSON.stringify(warnings)}`, document));
}

/** For a request that could not be read: a caller without credentials is told of those first, anybody else why. */
export function unreadableOperation(operation: Operation, why: HubError): Operation {
  return { ...operation, validate: () => ({ ok: true, value: {}, warnings: [] }), refusal: () => why };
}

/**
 * Sends a visit through the stages, and says in the headers of its answer what it cost.
 * @throws {HubError} what it was refused for.
 */
export function soldTo(deps: ProtectedDeps, visit: Visit, operation: Operation, input: unknown): Awaitable<Outcome> {
  const { request, set, receipt, later } = visit;
  const { headers } = request;
  const idempotencyKey = headers.get("idempotency-key");
  const proof = headers.get("payment-signature");
  const outcome = deps.execute({
    requestId: String(set.headers["x-request-id"]),
    operation,
    input,
    caller: callerOf(request, deps),
    freshness: "any",
    ...(idempotencyKey !== null && { idempotencyKey }),
    ...(proof !== null && { proof }),
    ...(typeof receipt === "string" && { receipt }),
    ...(later && { later }),
    ...(request.method === "HEAD" && { headersOnly: true }),
  });
  return mapAwaitable(outcome, (told) => {
    Object.assign(set.headers, told.headers);
    set.headers["cache-control"] = "private, no-store";
    // Nobody has worked out how long the answer would be, and the server would else say that it is empty.
    if (request.method === "HEAD" && told.ok) set.headers["transfer-encoding"] = "chunked";
    return told;
  });
}
