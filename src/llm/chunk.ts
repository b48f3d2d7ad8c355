/** One event of a completion as OpenAI-compatible servers send it, each a little differently. */
import { type Static, Type } from "@sinclair/typebox";
import { guardOf, readerOf } from "../runtime/schema.ts";
import { isObject } from "../text/foreign.ts";
import { ModelFault } from "./fault.ts";

/** Tokens. */
export interface TokenUsage {
  readonly input: number;
  /** With those of thoughts that are not in the answer. */
  readonly output: number;
}

const Nullable = <const S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const MessageParts = Type.Object({
  /** Models that think send parts: thoughts, and texts. */
  content: Nullable(Type.Union([Type.String(), Type.Array(Type.Unknown())])),
  refusal: Nullable(Type.String()),
  /** Thinking aloud, as several servers send it in one form or another: the model works. */
  reasoning_content: Type.Optional(Type.Unknown()),
  reasoning: Type.Optional(Type.Unknown()),
});
/** What is read of one event of the stream; servers add much else. One that does not stream says `message`. */
const Chunk = Type.Object({
  choices: Nullable(
    Type.Array(
      Type.Object({
        delta: Nullable(MessageParts),
        message: Nullable(MessageParts),
        finish_reason: Nullable(Type.String()),
      }),
    ),
  ),
  usage: Type.Optional(Type.Unknown()),
  /** What failed on the way: the status was 200 by then. */
  error: Type.Optional(Type.Unknown()),
});
type Chunk = Static<typeof Chunk>;
const asChunk = readerOf(Chunk);
/** Counted in many ways; one that we do not understand spoils no answer. */
const TokenCounts = Type.Object({ prompt_tokens: Type.Number(), completion_tokens: Type.Number() });
const isCounted = guardOf(TokenCounts);

/** What one event adds to the completion. */
export interface CompletionPiece {
  readonly text: string;
  /** Thinking aloud. */
  readonly thought: string;
  readonly refusal: string;
  readonly finish: string | undefined;
  readonly usage: TokenUsage | undefined;
  /** What the server says of its failure, as JSON, and the status that it would have. */
  readonly failure: { readonly status: number; readonly said: string } | undefined;
}

/** @throws {ModelFault} for what is no event of a completion. */
export function readPiece(data: string): CompletionPiece {
  const chunk = chunkIn(data);
  const choice = chunk.choices?.[0];
  const { content, refusal, reasoning_content: aloud, reasoning } = choice?.delta ?? choice?.message ?? {};
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const thoughts = [aloud, reasoning, ...parts.filter((part) => !isText(part))].filter(Boolean);
  return {
    text: parts.filter(isText).reduce((text, part) => text + part.text, ""),
    thought: thoughts.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(""),
    refusal: refusal ?? "",
    finish: choice?.finish_reason || undefined, // Some say "" until the end.
    usage: usageIn(chunk),
    failure: failureIn(chunk),
  };
}

function chunkIn(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (cause) {
    throw new ModelFault("garbled", "The language model's server sent an event that is not JSON.", { cause });
  }
  const read = asChunk(chunk);
  if (read.ok) return read.value;
  throw new ModelFault("garbled", "The language model's server sent an event that is none.", {
    cause: new TypeError(`${read.fault.pointer} ${read.fault.detail}`),
  });
}

function isText(part: unknown): part is { readonly text: string } {
  return isObject(part) && part["type"] === "text" && typeof part["text"] === "string";
}

function usageIn({ usage }: Chunk): TokenUsage | undefined {
  if (!isCounted(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const { total_tokens: total } = usage as { readonly total_tokens?: unknown };
  return { input, output: typeof total === "number" && total > input + output ? total - input : output };
}

/** A failure without a status of its own is the server's. */
function failureIn({ error }: Chunk): CompletionPiece["failure"] {
  if (!error) return undefined;
  const status = isObject(error) ? Number(error["code"]) : Number.NaN;
  return { status: status >= 400 && status < 600 ? status : 500, said: JSON.stringify(error) };
}
