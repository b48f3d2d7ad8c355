/**
 * Whether a PDF is read in a time that grows with its length. The library reads an object up to where it is closed, from
 * every place where one begins: a file that opens at a thousand places what it closes nowhere is read a thousand times.
 * Here each of these places is followed as the library would, and their lengths are added up. In an honest file, even in
 * a broken one, they lie one behind the other.
 */

/** They may come to so many times the length of the file. */
const MAX_TIMES = 8;
/** In a file of a few lines, one that is not closed is soon most of it. */
const SPARE_BYTES = 65_536;
const BEGINNINGS = ["obj", "trailer"];
/** The library reads them before it uses what stands before them. */
const WORDS_AHEAD = 2;

const code = (sign: string): number => sign.charCodeAt(0);
const [LINE_FEED, RETURN, PERCENT, BACKSLASH, SMALL_D] = [code("\n"), code("\r"), code("%"), code("\\"), code("d")];
const [LEFT, RIGHT, LESS, GREATER] = [code("("), code(")"), code("<"), code(">")];
/** Of PDF 1.7, section 7.2.2. */
const BLANKS = new Set([..."\0\t\n\f\r "].map(code));
const DELIMITERS = new Set([..."()<>[]{}/%"].map(code));

/** What is open: a list, or a dictionary before a name or before the value of one. */
type Opening = "list" | "names" | "value";

export function isTangled(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let left = SPARE_BYTES + MAX_TIMES * file.length;
  for (const beginning of BEGINNINGS) {
    for (let at = file.indexOf(beginning); at !== -1; at = file.indexOf(beginning, at + 1)) {
      if (file[at - 1] === SMALL_D) continue; // "endobj"
      const start = at + beginning.length;
      left -= objectEnd(file, start) - start;
      // When it looks for lost objects, it begins where the line ends.
      const below = lineEnd(file, start);
      if (below > start) left -= objectEnd(file, below) - start;
      if (left < 0) return true;
    }
  }
  return false;
}

/** The end of the line, or a "<" in it. */
function lineEnd(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== LINE_FEED && file[at] !== RETURN && file[at] !== LESS) at++;
  return at;
}

/** How far the library reads for the object that begins here. */
function objectEnd(file: Buffer, from: number): number {
  const open: Opening[] = [];
  let ahead = 0;
  for (let at = wordStart(file, from); at < file.length; at = wordStart(file, at)) {
    const end = wordEnd(file, at);
    // Longer ones are none of those that matter.
    const word = file.toString("latin1", at, Math.min(end, at + "stream".length));
    at = end;
    if (ahead > 0) {
      // Where its length is not what was said, its end is looked for.
      if (word === "stream") return Math.max(wordEnd(file, wordStart(file, at)), streamEnd(file, at));
      if (word === "R") ahead = WORDS_AHEAD + 1;
      if (--ahead === 0) return at;
      continue;
    }
    // A picture within: no object is one, and its end is looked for in all that follows.
    if (file[end - 1] === code("I") && file[end - 2] === code("B")) return file.length;
    follow(word, open);
    if (open.length === 0) ahead = WORDS_AHEAD;
  }
  return file.length;
}

function streamEnd(file: Buffer, from: number): number {
  const end = file.indexOf("endstream", from);
  return end === -1 ? file.length : end;
}

/** What is open behind a word. As the library does, it takes any word for a value, and passes over what is no name. */
function follow(word: string, open: Opening[]): void {
  const inner = open.at(-1);
  if (inner === "names") {
    if (word === ">>") open.pop();
    else if (word.startsWith("/")) open[open.length - 1] = "value";
    return;
  }
  if (inner === "value") open[open.length - 1] = "names";
  if (word === "[") open.push("list");
  else if (word === "<<") open.push("names");
  else if (word === "]" && inner === "list") open.pop();
}

/** Behind blanks and comments. */
function wordStart(file: Buffer, from: number): number {
  let at = from;
  for (; at < file.length; at++) {
    if (file[at] === PERCENT) while (at < file.length && file[at] !== LINE_FEED && file[at] !== RETURN) at++;
    else if (!BLANKS.has(file[at] ?? 0)) break;
  }
  return at;
}

function wordEnd(file: Buffer, start: number): number {
  const first = file[start] ?? 0;
  if (first === LEFT) return textEnd(file, start);
  if ((first === LESS || first === GREATER) && file[start + 1] === first) return start + 2;
  if (first === LESS) return file.indexOf(GREATER, start) + 1 || file.length;
  let at = start + 1;
  if (DELIMITERS.has(first) && first !== code("/")) return at;
  while (at < file.length && !BLANKS.has(file[at] ?? 0) && !DELIMITERS.has(file[at] ?? 0)) at++;
  return at;
}

/** Of a text in brackets, which may hold others. */
function textEnd(file: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < file.length; at++) {
    if (file[at] === BACKSLASH) at++;
    else if (file[at] === LEFT) depth++;
    else if (file[at] === RIGHT && --depth === 0) return at + 1;
  }
  return file.length;
}
