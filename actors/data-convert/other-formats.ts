/** What is neither JSON nor CSV nor XML: named in the refusal, so that the caller knows what to send instead. */

/** By how the text begins; in base64, too. */
const BINARY: readonly (readonly [starts: readonly string[], name: string, instead: string])[] = [
  [
    ["PK\u0003\u0004", "UEsDB"],
    "a ZIP archive, such as an Excel workbook (.xlsx)",
    "save the sheet as CSV and send its text",
  ],
  [
    ["\ufffd\ufffd\u0011", "\u00d0\u00cf\u0011\u00e0", "0M8R4KGx"],
    "an old Excel or Word file (.xls, .doc)",
    "save the sheet as CSV",
  ],
  [["%PDF-", "JVBERi0"], "a PDF", "send the table's text"],
  [["\u001f\u008b", "\u001f\ufffd", "H4sI"], "gzip", "send what is in it"],
  [["\u00ff\u00fe", "\u00fe\u00ff"], "UTF-16 that was read byte by byte", "decode it first"],
];
const JSONP = /^(\s*(?:\/\*{2}\/\s*)?(?:typeof [\w$.]{1,80} === 'function' && )?[\w$.]{1,80}\s*\(\s*)(?=[[{])/;

/** UTF-16 without its mark, or with one that was read as UTF-8. */
const EVERY_OTHER_NUL = /^(?:\ufffd\ufffd)?(?:(?:[^\0]\0){2}|(?:\0[^\0]){2})/;

/** A sentence after "/payload", or `undefined` when it may be text of ours. */
export function foreignFormat(text: string): string | undefined {
  const found = EVERY_OTHER_NUL.test(text)
    ? BINARY.at(-1)
    : BINARY.find(([starts]) => starts.some((start) => text.startsWith(start)));
  return found && `is ${found[1]}, which is not text: ${found[2]}`;
}

/** The JSON that a script hands to its callback, at the place where it stands; `undefined` when it is something else. */
export function jsonInScript(text: string): string | undefined {
  const [start] = JSONP.exec(text.slice(0, 400)) ?? [];
  if (start === undefined) return undefined;
  const trimmed = text.trimEnd().replace(/;$/, "").trimEnd();
  if (!trimmed.endsWith(")")) return undefined;
  return start.replace(/[^\r\n]/g, " ") + trimmed.slice(start.length, -1);
}

const FENCE = /^\s*(`{3,99}|~{3,99})[^\r\n`]{0,99}(?:\r\n?|\n)/;

/** What a fence of Markdown stands around, as models write it around data; `undefined` where the text is in none. */
export function fencedText(text: string): string | undefined {
  const [start = "", fence = ""] = FENCE.exec(text.slice(0, 400)) ?? [];
  const trimmed = text.trimEnd();
  if (fence === "" || trimmed.length < start.length + fence.length || !trimmed.endsWith(fence)) return undefined;
  const inner = trimmed.slice(start.length, -fence.length);
  return inner === "" || /[\r\n][ \t]{0,99}$/.test(inner) ? inner : undefined;
}

/** Whether a text of one line is something a person said, and not a header. */
export function isSentence(text: string): boolean {
  const line = text.trim();
  if (line === "" || line.length > 10_000 || /[\r\n\t;|]/.test(line)) return false;
  const words = line.split(/\s+/);
  return words.length > 2 && (/[.!?…]$/.test(line) || !line.includes(","));
}
