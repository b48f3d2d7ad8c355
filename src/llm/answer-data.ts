/**
 * What the body of an answer holds: the data of each event, or all of it where it is one JSON object. Its first letter
 * tells; the type in its header does not, for proxies change what passes through them and not what they say of it.
 */
import { createParser } from "eventsource-parser";
import { ModelFault } from "./fault.ts";

/** Of what is no answer this much is told to the operator. */
const SHOWN_CHARS = 500;
/** How a stream of events begins: with a comment or a field. */
const STREAM = /^\s*(?::|(?:data|event|id|retry)\b)/;

/** @throws {ModelFault} "garbled" for a page or another text; "endless" when an event, or the object, is longer than `maxChars`. */
export async function* dataIn(body: AsyncIterable<Uint8Array>, maxChars: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw endless();
    },
    maxBufferSize: maxChars,
  });
  /** Until its first letter tells what it is, and all of an object. */
  let text = "";
  let shape: "stream" | "object" | undefined;
  let beginning: string | undefined = "";
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    if (shape !== "stream") {
      text += piece;
      shape ??= shapeOf(text);
      if (shape !== "stream" && text.length > maxChars) throw endless();
    }
    if (shape !== "stream") continue;
    const part = text === "" ? piece : text;
    text = "";
    parser.feed(part);
    if (beginning !== undefined) beginning = events.length > 0 ? undefined : (beginning + part).slice(0, SHOWN_CHARS);
    yield* events.splice(0);
  }
  if (shape === "object") yield text + decoder.decode();
  // A stream that broke off before its first event is one all the same.
  else if (beginning?.trim() && !STREAM.test(beginning))
    throw new ModelFault("garbled", "The language model's server sent no answer.", { said: beginning });
}

function shapeOf(text: string): "stream" | "object" | undefined {
  const first = text.trimStart()[0];
  return first === undefined ? undefined : first === "{" ? "object" : "stream";
}

function endless(): ModelFault {
  return new ModelFault("endless", "The language model's answer goes on and on.");
}
