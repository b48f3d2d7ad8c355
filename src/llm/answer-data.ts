/**
 * What the body of an answer holds: the data of each event, or all of it where it is one JSON object. Its first letter
 * tells; the type in its header does not, for proxies change what passes through them and not what they say of it.
 */
import { createParser } from "eventsource-parser";
import { ModelFault } from "./fault.ts";

/** @throws {ModelFault} "endless" when an event, or the object, is longer than `maxChars`. */
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
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    if (shape !== "stream") {
      text += piece;
      if (text.length > maxChars) throw endless();
      shape ??= shapeOf(text);
    }
    if (shape !== "stream") continue;
    parser.feed(text === "" ? piece : text);
    text = "";
    yield* events.splice(0);
  }
  if (shape === "object") yield text + decoder.decode();
}

function shapeOf(text: string): "stream" | "object" | undefined {
  const first = text.trimStart()[0];
  return first === undefined ? undefined : first === "{" ? "object" : "stream";
}

function endless(): ModelFault {
  return new ModelFault("endless", "The language model's answer goes on and on.");
}
