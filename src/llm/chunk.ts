/** One event of a completion as OpenAI-compatible servers send it, each a little differently. */
import { type Static, Type } from "@sinclair/typebox";
import { guardOf, readerOf } from "../runtime/schema.ts";
import { ModelFault } from "./fault.ts";

/** Tokens. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

const Nullable = <const S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const MessageParts = Type.Object({
  content: Nullable(Type.String()),
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
});
type Chunk = Static<typeof Chunk>;
const asChunk = readerOf(Chunk);
/** Counted in many ways; one that we do not understand spoils no answer. */
const TokenCounts = Type.Object({ prompt_tokens: Type.Number(), completion_tokens: Type.Number() });
const isCounted = guardOf(TokenCounts);

/** @throws {ModelFault} for what is no event of a completion. */
export function readChunk(data: string): Chunk {
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

export function usageIn({ usage }: Chunk): TokenUsage | undefined {
  if (!isCounted(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  return { input, output };
}
