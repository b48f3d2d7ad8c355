/** One form of a word for all its spellings. */

const ASCII = /^[\0-\x7f]*$/;

/** In lower case, and without accents: "Zürich" and "zurich" are one. */
export function foldLetters(text: string): string {
  // Most texts need nothing taken off their letters.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
