/** Whether a server reads all that it is sent. Several cut what is longer than their context, and say nothing of it. */
import type { Llm } from "../../runtime/llm.ts";
import { Type } from "../../runtime/actor.ts";
import { asHubError } from "../../runtime/errors.ts";

/** As much of a page as web-brief hands over. */
const CHARS = 16_000;
const [FIRST, LAST] = ["heron", "otter"];
const FIRST_LINE = `The first code word is ${FIRST}.\n`;
const LAST_LINE = `\nThe last code word is ${LAST}.`;
const BETWEEN = "The ferry leaves at nine, and the baker bakes rye.\n"
  .repeat(CHARS)
  .slice(0, CHARS - FIRST_LINE.length - LAST_LINE.length);

const LONG = {
  prompt: {
    name: "doctor-long",
    version: "1",
    text: `Answer with the two code words of the block "page": one stands in its first line, one in its last.`,
  },
  material: [{ label: "page", text: FIRST_LINE + BETWEEN + LAST_LINE, from: "hub" as const, maxChars: CHARS }],
  answer: Type.Object({ first: Type.String(), last: Type.String() }),
  maxTokens: 200,
};

/** In a sentence for the operator. */
export async function longMaterialRead(llm: Llm): Promise<string> {
  try {
    const { answer } = await llm.ask(LONG);
    const isFirst = answer.first.toLowerCase().includes(FIRST);
    const isLast = answer.last.toLowerCase().includes(LAST);
    if (isFirst && isLast) return `read whole (${CHARS.toLocaleString("en")} characters)`;
    const part = isFirst ? "its end is" : isLast ? "its beginning is" : "beginning and end are";
    return `${part} not read: the server's context may be too short (Ollama: OLLAMA_CONTEXT_LENGTH), or its model too small`;
  } catch (error) {
    return `not read: ${asHubError(error).message}`;
  }
}
