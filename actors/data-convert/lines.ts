/** The lines of a long text, one after the other, and long texts put together of many. */

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

/** The engine keeps what was put together as its pieces, which take many times its room, until it is read as a whole. */
export function inOnePiece(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
