/**
 * One completion from an OpenAI-compatible server, streamed, so that silence is noticed early and the answer can be
 * stopped. The server is the operator's own choice and may well be on this machine, so it is reached by the plain
 * fetch; addresses that strangers name never come here.
 */
import { Type } from "@sinclair/typebox";
import { createParser } from "eventsource-parser";
import { faultFinder } from "../runtime/schema.ts";
import { type Dialect, requestBody, type Wanted } from "./dialect.ts";
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
  readonly usage: { readonly input: number; readonly output: number } | undefined;
}

/** No answer of ours is half as long; the token limit a server ignores is held here. */
const CHARS_PER_TOKEN = 8;
const SAID_CHARS = 2_000;

const Nullable = <const S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
/** What is read of one event of the stream; servers add much else. */
const Chunk = Type.Object({
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        delta: Nullable(
          Type.Object({
            content: Nullable(Type.String()),
            refusal: Nullable(Type.String()),
            /** Thinking aloud, as several servers send it: the model works. */
            reasoning_content: Nullable(Type.String()),
            reasoning: Nullable(Type.String()),
          }),
        ),
        finish_reason: Nullable(Type.String()),
      }),
    ),
  ),
  usage: Nullable(Type.Object({ prompt_tokens: Type.Number(), completion_tokens: Type.Number() })),
});
const chunkFault = faultFinder(Chunk);

/**
 * Asks once. `begun` is told when the first word has come.
 * @throws {ModelFault}, or the signal's reason when it aborts.
 */
export async function complete(
  endpoint: Endpoint,
  dialect: Dialect,
  wanted: Wanted,
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
    if (data === "[DONE]") {
      isDone = true;
      return;
    }
    const chunk = readChunk(data);
    const choice = chunk.choices?.[0];
    const { content, refusal: no, reasoning_content: thought, reasoning } = choice?.delta ?? {};
    if (content || no || thought || reasoning) begun();
    text += content ?? "";
    refusal += no ?? "";
    finish = choice?.finish_reason ?? finish;
    if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens };
    if (text.length > wanted.maxTokens * CHARS_PER_TOKEN)
      throw new ModelFault("endless", "The language model's answer goes on and on.", { received: text.length });
  };

  const maxChars = wanted.maxTokens * CHARS_PER_TOKEN;
  const parser = createParser({ onEvent: ({ data }) => take(data), maxBufferSize: Math.max(maxChars, 65_536) });
  const decoder = new TextDecoder();
  const received = () => ({ received: text.length });
  try {
    for await (const bytes of response.body) parser.feed(decoder.decode(bytes, { stream: true }));
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

function readChunk(data: string) {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (cause) {
    throw new ModelFault("garbled", "The language model's server sent an event that is not JSON.", { cause });
  }
  const fault = chunkFault(chunk);
  if (fault !== undefined)
    throw new ModelFault("garbled", "The language model's server sent an event that is none.", {
      cause: new TypeError(`${fault.pointer} ${fault.detail}`),
    });
  return chunk as typeof Chunk.static; // It was just held against it.
}
