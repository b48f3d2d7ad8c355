/** Parts of a text. */

/** From its first character to before its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The text with blanks in place of these, so that all else stands where it stood. */
export function blanked(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce(
    (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
    text,
  );
}
