/** How values are written behind the names of fields: "page=2", "title: Summer sale, limit: 5", "?q=cats&page=2". */

/** What stands between a name and its value, and where the value begins. */
export interface ValueLead {
  readonly sign: "=" | "is" | "";
  readonly at: number;
}

/** In the same line: a list below its heading is no value of that. */
const EQUALS = /["'”`\]]?[ \t]{0,2}(?::=|=>|==?|:)[ \t]{0,2}(?!\n)/uy;
const IS = /["'”`]?[ \t](?:is|are|equals|equal to|ist|es|est)[ \t](?:the[ \t])?/iuy;
const NEXT = /["'”`]?[ \t]/uy;

export function leadAt(text: string, end: number): ValueLead {
  for (const [sign, pattern] of [
    ["=", EQUALS],
    ["is", IS],
    ["", NEXT],
  ] as const) {
    pattern.lastIndex = end;
    const found = pattern.exec(text);
    if (found !== null) return { sign, at: end + found[0].length };
  }
  return { sign: "", at: text.length };
}

/** Up to what separates words; a full stop or a bracket at its end is none of it, nor are values in quotation marks. */
export function tokenAt(text: string, at: number): string {
  if (/["'`“„«]/.test(text[at] ?? "")) return "";
  const token = /^[^\s"“”„«»]{1,500}/u.exec(text.slice(at, at + 500))?.[0] ?? "";
  return (token.split(/&(?=[\w.[\]-]+=)/, 1)[0] ?? "").replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/u, "");
}

/** Where the next field begins, or the list ends. */
const END = /[\n;]|,\s{0,2}["'`]?[\w.[\]-]{1,60}["'`]?\s?[:=]|&[\w.[\]-]{1,60}=|\s[\w.[\]-]{1,60}=\S/u;

/**
 * Of a list of fields, several words up to the next of them; `undefined` where a sentence may go on behind the value:
 * "q=cats and tell me …".
 */
export function writtenTextAt(text: string, { sign, at }: ValueLead): string | undefined {
  if (sign !== "=" || /["'`“„«{[]/.test(text[at] ?? "")) return undefined;
  const rest = text.slice(at, at + 1000);
  const end = rest.search(END);
  const isOpen = end < 0 && !/[:]\s{0,2}$/.test(text.slice(0, at)) && !/&[\w.[\]-]{1,60}=$/.test(text.slice(0, at));
  if (isOpen) return undefined;
  // "org=acme and page=2": what only leads to the next field is none of it.
  const whole = (end < 0 ? rest : rest.slice(0, end))
    .replace(/\s(?:and|with|und|mit|y|con|et|avec|e|com)$/i, "")
    .trimEnd();
  return whole.replace(/(?<![.;,)}\]])[;,)}\]]+$/u, "");
}
