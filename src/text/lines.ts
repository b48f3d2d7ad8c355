/** The lines of a long text, one after the other. */

/** Without their ends, which are those of any system. */
export function* linesOf(text: string): Generator<string> {
  const ends = /\r\n?|\n/g;
  for (let start = 0; ;) {
    const end = ends.exec(text);
    yield text.slice(start, end?.index);
    if (end === null) return;
    start = ends.lastIndex;
  }
}
