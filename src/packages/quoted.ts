/** Texts of strangers within a line that a terminal shows: short, in quotes, and without what would move the cursor. */

const MAX_CHARS = 120;

/** On one line, without controls, marks of direction, and what has no glyph. */
export function onOneLine(text: string, maxChars = MAX_CHARS): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return shown.length <= maxChars ? shown : `${shown.slice(0, maxChars - 1)}…`;
}

export function quoted(text: string): string {
  return `"${onOneLine(text)}"`;
}
