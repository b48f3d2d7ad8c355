/**
 * One request to an OpenAI-compatible server. It is the operator's own choice and may well be on this machine, so it is
 * reached by the plain fetch; addresses that strangers name never come here.
 */
import { ModelFault } from "./fault.ts";
import { retryAfterIn } from "./retry-after.ts";

export interface Endpoint {
  /** Up to and with the version, for example "https://llm.example/v1". */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly model: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface PostRequest {
  /** From the base, for example "/chat/completions". */
  readonly path: string;
  readonly body: string;
  readonly accept: string;
}

/** What an error answer says beyond this tells nobody more. */
const SAID_CHARS = 2_000;

/**
 * Sends a request and hands on the beginning of a good answer.
 * @throws {ModelFault} "unreachable" or "status", or the signal's reason when it aborts.
 */
export async function post(
  { baseUrl, apiKey, fetch }: Endpoint,
  { path, body, accept }: PostRequest,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body,
    signal,
    // The key goes to the configured server and to no other.
    redirect: "error",
  }).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new ModelFault("unreachable", "The model's server broke off the request.", { cause });
  });
  if (response.ok) return response;
  throw await refused(response, apiKey);
}

async function refused(response: Response, apiKey: string | undefined): Promise<ModelFault> {
  const said = withoutKey(await beginningOf(response), apiKey);
  const retryAfterMs = retryAfterIn(response.headers, said);
  return new ModelFault("status", `The model's server answered with status ${response.status}.`, {
    status: response.status,
    said,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The beginning of what a server says of a failure. Many a one repeats the key that it does not take. */
export function withoutKey(said: string, apiKey = "\0"): string {
  return said.replaceAll(apiKey, "[key]").slice(0, SAID_CHARS);
}

/** Enough of a body to see what it complains of. */
async function beginningOf(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= SAID_CHARS) break;
    }
  } catch {
    // What has come says enough.
  }
  return text;
}
