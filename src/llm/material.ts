/** What a model is to work on, made fit to be handed over: seen text only, cut, and fenced so that it stays data. */
import type { Material } from "../runtime/llm.ts";
import { cutText, plainText } from "../text/plain-text.ts";
import { withoutInjections } from "./prompt-injection.ts";

const MAX_CHARS = 4_000;
/** Read so many times as much as is handed over, for what may be left out of it. */
const READ_AHEAD = 4;

export interface PromptMaterial {
  /** The user's message. */
  readonly text: string;
  /** How many sentences that spoke to a model were left out. */
  readonly leftOut: number;
  /** Marks those sentences asked for: an answer that has one obeyed. */
  readonly marks: ReadonlySet<string>;
}

/** How much of it is handed over at most, in characters, told without going through it. */
export function mostChars(pieces: readonly Material[]): number {
  return pieces.reduce((sum, { text, maxChars = MAX_CHARS }) => sum + Math.min(text.length, maxChars), 0);
}

/**
 * One fenced block for each piece. `fence` is a word made up for this one question: text that was written before cannot
 * hold it, so it can neither close its block nor open another.
 */
export function prepareMaterial(pieces: readonly Material[], fence: string): PromptMaterial {
  const marks = new Set<string>();
  let leftOut = 0;
  const blocks = pieces.map(({ label, text, from, maxChars = MAX_CHARS }) => {
    const seen = plainText(text.slice(0, maxChars * READ_AHEAD)).trim();
    const judged = from === "stranger" ? withoutInjections(seen) : { text: seen, marks: [], leftOut: 0 };
    for (const mark of judged.marks) marks.add(mark);
    leftOut += judged.leftOut;
    return `<${fence} label="${label}">\n${cutText(judged.text, maxChars)}\n</${fence}>`;
  });
  const text = blocks.join("\n\n");
  // What another piece says as well an honest answer may say.
  return { text, leftOut, marks: new Set([...marks].filter((mark) => !text.includes(mark))) };
}
