/** Text in the columns of a terminal, of which a Chinese character takes two and an accent of its own none. */

const GRAPHEMES = new Intl.Segmenter();
/** Characters that one seen place may be made of. */
const MAX_OF_ONE = 20;

export function columnsOf(text: string): number {
  return Bun.stringWidth(text);
}

/** In exactly so many columns: with blanks behind it, or cut between two characters as they are seen. */
export function fitText(text: string, columns: number): string {
  const own = columnsOf(text);
  if (own <= columns) return text + " ".repeat(columns - own);
  let cut = "";
  let taken = 0;
  for (const { segment } of GRAPHEMES.segment(text.slice(0, columns * MAX_OF_ONE))) {
    const next = taken + columnsOf(segment);
    if (next >= columns) break;
    cut += segment;
    taken = next;
  }
  return `${cut}…${" ".repeat(Math.max(0, columns - taken - 1))}`;
}
