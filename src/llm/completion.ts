/**
 * One completion from an OpenAI-compatible server, streamed, so that silence is noticed early and the answer can be
 * stopped. The server is the operator's own choice and may well be on this machine, so it is reached by the plain
 * fetch; addresses that strangers name never come here.
 */
import { createParser } from "eventsource-parser";
import { readChunk, type Usage, usageIn } from "./chunk.ts";
import { type Dialect, requestBody, type CompletionRequest } from "./dialect.ts";
import { ModelFault } from "./fault.ts";

export interface Endpoint {
  /** Up to and with the version, for example "https://llm.example/v1". */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly model: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface Completion {
  readonly text: string;
  /** The model's own words for not answering. */
  readonly refusal: string;
  /** "stop", "length", "content_filter", …; undefined where the server does not say. */
  readonly finish: string | undefined;
  readonly usage: Usage | undefined;
}

/** No answer of ours is half as long; the token limit a server ignores is held here. */
const CHARS_PER_TOKEN = 8;
const SAID_CHARS = 2_000;

/**
 * Asks once. `begun` is told when the first word has come.
 * @throws {ModelFault}, or the signal's reason when it aborts.
 */
export async function complete(
  endpoint: Endpoint,
  dialect: Dialect,
  wanted: CompletionRequest,
  { signal, begun }: { signal: AbortSignal; begun: () => void },
): Promise<Completion> {
  const response = await send(endpoint, JSON.stringify(requestBody(endpoint.model, dialect, wanted)), signal);
  if (!response.ok) throw await refused(response);
  if (response.body === null) throw new ModelFault("garbled", "The language model's server sent nothing.");

  let text = "";
  let refusal = "";
  let finish: string | undefined;
  let usage: Completion["usage"];
  let isDone = false;
  const take = (data: string): void => {
    if (isDone) return;
    if (data === "[DONE]") {
      isDone = true;
      return;
    }
    const chunk = readChunk(data);
    const choice = chunk.choices?.[0];
    const { content, refusal: no, reasoning_content: thought, reasoning } = choice?.delta ?? choice?.message ?? {};
    if (content || no || thought || reasoning) begun();
    text += content ?? "";
    refusal += no ?? "";
    finish = choice?.finish_reason ?? finish;
    usage = usageIn(chunk) ?? usage;
    if (text.length > wanted.maxTokens * CHARS_PER_TOKEN) throw endless(text.length);
  };

  const maxChars = Math.max(wanted.maxTokens * CHARS_PER_TOKEN, 65_536);
  const received = () => ({ received: text.length });
  try {
    if (isJson(response)) take(await wholeOf(response.body, maxChars));
    else {
      const parser = createParser({ onEvent: ({ data }) => take(data), maxBufferSize: maxChars });
      const decoder = new TextDecoder();
      for await (const bytes of response.body) {
        parser.feed(decoder.decode(bytes, { stream: true }));
        if (isDone) break; // Some servers leave the line open behind it.
      }
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ModelFault) throw error;
    throw new ModelFault("cut", "The language model's server broke off its answer.", { ...received(), cause: error });
  }
  if (!isDone && finish === undefined)
    throw new ModelFault("cut", "The language model's server ended its answer too early.", received());
  return { text, refusal, finish, usage };
}

async function send({ baseUrl, apiKey, fetch }: Endpoint, body: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body,
      signal,
      // The key goes to the configured server and to no other.
      redirect: "error",
    });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new ModelFault("unreachable", "The language model's server broke off the request.", { cause });
  }
}

async function refused(response: Response): Promise<ModelFault> {
  const said = (await beginningOf(response)).slice(0, SAID_CHARS);
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ModelFault("status", `The language model's server answered with status ${response.status}.`, {
    status: response.status,
    said,
    ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }),
  });
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

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/i.test(headers.get("content-type") ?? "");
}

/** The answer of a server that does not stream. */
async function wholeOf(body: AsyncIterable<Uint8Array>, maxChars: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > maxChars) throw endless(text.length);
  }
  return text;
}

function endless(received: number): ModelFault {
  return new ModelFault("endless", "The language model's answer goes on and on.", { received });
}
