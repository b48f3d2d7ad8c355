/** One completion from an OpenAI-compatible server, streamed, so that silence is noticed early and the answer can be stopped. */
import { createParser } from "eventsource-parser";
import { readChunk, type TokenUsage, usageIn } from "./chunk.ts";
import { type ServerDialect, requestBody, type CompletionRequest } from "./dialect.ts";
import { type Endpoint, post } from "./endpoint.ts";
import { ModelFault } from "./fault.ts";

export interface Completion {
  readonly text: string;
  /** The model's own words for not answering. */
  readonly refusal: string;
  /** "stop", "length", "content_filter", …; undefined where the server does not say. */
  readonly finish: string | undefined;
  readonly usage: TokenUsage | undefined;
}

/** No answer of ours is half as long; the token limit a server ignores is held here. */
const CHARS_PER_TOKEN = 8;

/**
 * Asks once. `begun` is told when the first word has come.
 * @throws {ModelFault}, or the signal's reason when it aborts.
 */
export async function complete(
  endpoint: Endpoint,
  dialect: ServerDialect,
  wanted: CompletionRequest,
  { signal, begun }: { signal: AbortSignal; begun: () => void },
): Promise<Completion> {
  const body = JSON.stringify(requestBody(endpoint.model, dialect, wanted));
  const response = await post(endpoint, { path: "/chat/completions", body, accept: "text/event-stream" }, signal);
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
