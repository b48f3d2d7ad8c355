/** Cuts spans out of text by plain search: a pattern would look for the end of every beginning anew. */

/**
 * The text with `replacement` in the place of everything from an `open` to the next `close`, both included. What is not
 * closed stays, unless `isOpenEnded`.
 */
export function withoutSpans(text: string, open: string, close: string, replacement = "", isOpenEnded = false): string {
  let rest = "";
  let end = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, end)) {
    const closing = text.indexOf(close, start + open.length);
    if (closing === -1 && !isOpenEnded) break;
    rest += text.slice(end, start) + replacement;
    end = closing === -1 ? text.length : closing + close.length;
  }
  return rest + text.slice(end);
}
