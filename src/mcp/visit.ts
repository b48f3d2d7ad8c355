/** Who calls a tool, and how its requests reach the hub's own interface: the same door, the same stages. */
import type { ToolRequest } from "./tool.ts";

/** An answer of the hub's interface, read as far as anybody will be told of it. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** There was more than is read. */
  readonly isCut: boolean;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** As the PAYMENT-SIGNATURE header carries it. */
  readonly proof?: string | undefined;
}

export interface McpVisit {
  /** Names the caller among those whose cut answers are kept. */
  readonly owner: string;
  readonly requestId: string;
  ask(request: ToolRequest, options: AskOptions): Promise<RestAnswer>;
}

/** Of one answer, in characters. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Reads an answer up to what is kept of one; the rest is not asked for. */
export async function readAnswer(response: Response): Promise<RestAnswer> {
  const { status, headers } = response;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pieces: string[] = [];
  let chars = 0;
  let isCut = false;
  for (let step = await reader?.read(); step !== undefined && !step.done; step = await reader?.read()) {
    pieces.push(step.value);
    chars += step.value.length;
    if (chars <= MAX_CHARS) continue;
    isCut = true;
    await reader?.cancel();
    break;
  }
  return { status, headers, text: pieces.join("").slice(0, MAX_CHARS), isCut };
}
