/** Texts to vectors, by an OpenAI-compatible server of the operator's (`POST /embeddings`). */
import { type Static, Type } from "@sinclair/typebox";
import { type Endpoint, post, withoutKey } from "../llm/endpoint.ts";
import { ModelFault } from "../llm/fault.ts";
import { readerOf } from "../runtime/schema.ts";
import { toVector, type Vector } from "./vector.ts";

export interface Embedder {
  readonly model: string;
  /**
   * One vector for each text, in their order.
   * @throws {ModelFault} "unreachable", "status", "cut", "garbled" or "endless", or the signal's reason when it aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Vector[]>;
}

/** The largest model in use has 4,096 numbers; more of them, or more digits, are no vector. */
export const MAX_DIMS = 8_192;
/** Of an answer that is none. */
const SHOWN_CHARS = 1_000;
const MAX_BYTES_PER_TEXT = 32 * MAX_DIMS;

const Answer = Type.Object({
  data: Type.Array(
    Type.Object({
      /** Left out by some; then the order of the texts is meant. */
      index: Type.Optional(Type.Integer()),
      embedding: Type.Array(Type.Number(), { minItems: 1, maxItems: MAX_DIMS }),
    }),
  ),
});
const asAnswer = readerOf(Answer);

export function createEmbedder(endpoint: Endpoint): Embedder {
  const { model } = endpoint;
  /** Whether the server knows that numbers may be written in several ways. It is refused once. */
  let hasFormats = true;
  const ask = (texts: readonly string[], signal: AbortSignal, isNamed: boolean) => {
    const body = JSON.stringify({ model, input: texts, ...(isNamed && { encoding_format: "float" }) });
    return post(endpoint, { path: "/embeddings", body, accept: "application/json" }, signal);
  };
  return {
    model,
    async embed(texts, signal) {
      const isNamed = hasFormats;
      const response = await ask(texts, signal, isNamed).catch((error: unknown) => {
        if (!isNamed || !isOfFormats(error)) throw error;
        hasFormats = false;
        return ask(texts, signal, false);
      });
      const text = await textOf(response, texts.length * MAX_BYTES_PER_TEXT, signal);
      return vectorsIn(parsed(text, endpoint.apiKey), texts.length);
    },
  };
}

function isOfFormats(error: unknown): boolean {
  return error instanceof ModelFault && error.isOfRequest && /encoding_format/.test(error.facts.said ?? "");
}

function vectorsIn({ data }: Static<typeof Answer>, count: number): readonly Vector[] {
  const vectors = Array.from<Vector | undefined>({ length: count });
  for (const [at, { index = at, embedding }] of data.entries()) {
    if (index < 0 || index >= count || vectors[index] !== undefined) throw garbled("of a text that was not sent");
    vectors[index] = toVector(embedding);
    if (vectors[index] === undefined) throw garbled("that points nowhere");
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  if (whole.length < count) throw garbled(`for ${whole.length} of ${count} texts`);
  if (whole.some(({ bytes }) => bytes.length !== whole[0]?.bytes.length)) throw garbled("of several lengths");
  return whole;
}

function parsed(text: string, apiKey: string | undefined): Static<typeof Answer> {
  const said = withoutKey(text.slice(0, SHOWN_CHARS), apiKey);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new ModelFault("garbled", "The model's server sent vectors that are not JSON.", { said, cause });
  }
  const read = asAnswer(answer);
  if (read.ok) return read.value;
  throw new ModelFault("garbled", "The model's server sent something else than vectors.", {
    said,
    cause: new TypeError(`${read.fault.pointer} ${read.fault.detail}`),
  });
}

function garbled(what: string): ModelFault {
  return new ModelFault("garbled", `The model's server sent a vector ${what}.`);
}

async function textOf({ body }: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let received = 0;
  let text = "";
  try {
    for await (const bytes of body ?? []) {
      received += bytes.length;
      if (received > maxBytes) throw new ModelFault("endless", "The vectors of the model's server go on and on.");
      text += decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ModelFault) throw error;
    throw new ModelFault("cut", "The model's server broke off its vectors.", { cause: error });
  }
  return text + decoder.decode();
}
