/** Where a text is no XML, and why. */
import { XMLValidator } from "fast-xml-parser";

/** In characters. The second reader takes its time. */
const MAX_VALIDATED = 64 * 1024;

/**
 * The parser names the place where it noticed, a second reader the tag that is at fault. Where that one only knows that
 * something is never closed, it names the start of the text.
 */
export function faultIn(text: string): { readonly place: string; readonly why: string | undefined } | undefined {
  if (text.length > MAX_VALIDATED) return undefined;
  const verdict = XMLValidator.validate(text);
  if (verdict === true || verdict.err.code === "InvalidXml" || verdict.err.msg.startsWith("Unclosed")) return undefined;
  // The parser waits for the end of the reference to the end of the text.
  const why = /char '&'/.test(verdict.err.msg)
    ? "an ampersand that is no reference has to be written &amp;"
    : undefined;
  return { place: `line ${verdict.err.line}, column ${verdict.err.col}`, why };
}

/** "1:16: duplicate attribute: x." without the position, and without the caller's own name in it. */
export function reason(message: string): string {
  return message.replace(/^\d+:\d+: /, "").replace(/(?:: .*)?\.?$/s, "");
}
