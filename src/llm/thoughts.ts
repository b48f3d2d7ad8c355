/** Parts what a model thinks aloud before its answer from the answer, where its server leaves both in one text. Pure. */

const ENDS = ["</think>", "</thinking>", "</thought>", "</reasoning>"];
const BEGINS = /^\s*<(?:think|thinking|thought|reasoning)>/;

/**
 * A draft in the thoughts is no answer. Many templates write the first mark themselves, so that only the last one comes.
 * `isCut`: the text ended for want of room.
 */
export function partThoughts(text: string, isCut: boolean): { readonly text: string; readonly thought: string } {
  if (/^\s*(?:\{|```)/.test(text)) return { text, thought: "" }; // It begins with the answer.
  const end = Math.max(
    ...ENDS.map((mark) => {
      const at = text.lastIndexOf(mark);
      return at < 0 ? 0 : at + mark.length;
    }),
  );
  const answer = text.slice(end);
  // A model that answers in its thoughts has answered all the same.
  if (end > 0 && (answer.trim() !== "" || isCut)) return { text: answer, thought: text.slice(0, end) };
  return isCut && BEGINS.test(text) ? { text: "", thought: text } : { text, thought: "" };
}
