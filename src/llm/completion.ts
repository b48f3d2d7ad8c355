/** One completion from an OpenAI-compatible server, streamed, so that silence is noticed early and the answer can be stopped. */
import { dataIn } from "./answer-data.ts";
import { readPiece, type TokenUsage } from "./chunk.ts";
import { type ServerDialect, requestBody, type CompletionRequest, tokenLimit } from "./dialect.ts";
import { type Endpoint, post, withoutKey } from "./endpoint.ts";
import { ModelFault } from "./fault.ts";
import { waitInText } from "./retry-after.ts";
import { partThoughts } from "./thoughts.ts";

export interface Completion {
  readonly text: string;
  /** What the model thought aloud before it, in bytes. */
  readonly thoughtBytes: number;
  /** The model's own words for not answering. */
  readonly refusal: string;
  /** "stop", "length", "content_filter", …; undefined where the server does not say. */
  readonly finish: string | undefined;
  readonly usage: TokenUsage | undefined;
}

/** No answer of ours is half as long; the token limit a server ignores is held here. */
const CHARS_PER_TOKEN = 8;
/** One event, or an answer that is not streamed, has much around the text. */
const LEAST_CHARS = 262_144;

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
  const accept = dialect.hasStream ? "text/event-stream" : "application/json";
  const response = await post(endpoint, { path: "/chat/completions", body, accept }, signal);
  if (response.body === null) throw new ModelFault("garbled", "The language model's server sent nothing.");

  let text = "";
  let thoughtBytes = 0;
  let refusal = "";
  let finish: string | undefined;
  let usage: Completion["usage"];
  let isDone = false;
  const maxChars = tokenLimit(dialect, wanted) * CHARS_PER_TOKEN;
  const received = () => ({ received: text.length + thoughtBytes });
  try {
    for await (const data of dataIn(response.body, Math.max(maxChars, LEAST_CHARS))) {
      if (data === "[DONE]") {
        isDone = true;
        break; // Some servers leave the line open behind it.
      }
      const piece = readPiece(data);
      if (piece.text || piece.refusal || piece.thought) begun();
      text += piece.text;
      thoughtBytes += Buffer.byteLength(piece.thought);
      refusal += piece.refusal;
      finish = piece.finish ?? finish;
      usage = piece.usage ?? usage;
      if (piece.failure !== undefined || finish === "error") throw failed(piece.failure, received(), endpoint.apiKey);
      if (text.length > maxChars)
        throw new ModelFault("endless", "The language model's answer goes on and on.", received());
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ModelFault) throw error;
    throw new ModelFault("cut", "The language model's server broke off its answer.", { ...received(), cause: error });
  }
  if (!isDone && finish === undefined)
    throw new ModelFault("cut", "The language model's server ended its answer too early.", received());
  const parted = partThoughts(text, finish === "length");
  thoughtBytes += Buffer.byteLength(parted.thought);
  return { text: parted.text, thoughtBytes, refusal, finish, usage };
}

/** As if the server had told it by its status, where no model has begun to work. */
function failed(
  { status, said }: { readonly status: number; readonly said: string } = { status: 500, said: "" },
  { received }: { readonly received: number },
  apiKey: string | undefined,
): ModelFault {
  const facts = { said: withoutKey(said, apiKey), received };
  if (received > 0) return new ModelFault("cut", "The language model's server failed within its answer.", facts);
  const retryAfterMs = waitInText(said);
  return new ModelFault("status", "The language model's server failed behind a status of success.", {
    ...facts,
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
