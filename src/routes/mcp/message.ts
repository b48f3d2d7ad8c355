/** A message to `/mcp`, as JSON-RPC has it. */
import { HubError } from "../../runtime/errors.ts";
import { isObject, listOf, objectOf } from "../../text/foreign.ts";
import { LongListError, wasNumber } from "../../runtime/json.ts";
import type { BodyReader } from "../http/body.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** Of one request; the protocol of today knows no lists at all. */
const MAX_MESSAGES = 50;

export function cancelledBy(body: unknown): string | number | undefined {
  const { method, params } = objectOf(body);
  const { requestId } = objectOf(params);
  if (method !== "notifications/cancelled") return undefined;
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}

/** The message; a text that is none is answered as the protocol has it. */
export async function readMessage(bodies: BodyReader, request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
    throw new HubError("unsupported_media_type", "The body must be application/json.");
  try {
    const message = await bodies.json(request, MAX_BODY_BYTES, undefined, MAX_MESSAGES);
    if (listOf(message).length > MAX_MESSAGES) return tooManyMessages();
    // It would be answered as text, and by that name no client knows what it asked.
    if ([message, ...listOf(message)].some((one) => isObject(one) && wasNumber(one, "id")))
      return noMessage(-32_600, "An id that is a number must lie between -2^53 and 2^53; send a longer one as text.");
    if (isObject(message) || listOf(message).length > 0) return message;
    return noMessage(-32_600, "The body is no JSON-RPC message.");
  } catch (error) {
    if (error instanceof LongListError) return tooManyMessages();
    if (!(error instanceof HubError) || error.status !== 400) throw error;
    return error.code === "invalid_json"
      ? noMessage(-32_700, "The body is no JSON.")
      : noMessage(-32_600, error.message);
  }
}

function tooManyMessages(): Response {
  return noMessage(-32_600, `A list holds at most ${MAX_MESSAGES} messages.`);
}

function noMessage(code: number, message: string): Response {
  return json(400, { jsonrpc: "2.0", id: null, error: { code, message } });
}

export function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}
