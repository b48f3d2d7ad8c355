/**
 * The document type at the start of a feed: taken out, with the entities it declares that are plain text. Nothing
 * outside the document is read, and an entity made of other entities stays a word, so that none can grow.
 */

export interface Prolog {
  /** The document from its first element on. */
  readonly body: string;
  readonly entities: ReadonlyMap<string, string>;
}

const MAX_ENTITIES = 500;
const MAX_VALUE = 1000;
/** What looks for the end of a longer one would be made to search for nothing. */
const MAX_DOCTYPE = 16_384;
/** The first characters of a section that the document was cut in. */
const CUT_OFF = /<(?:!(?:\[[A-Z]{0,5}|-?)?)?$/;
const NO_ENTITIES: ReadonlyMap<string, string> = new Map();

/** What stands before the first element may be anything: a declaration, comments, an error message of the server. */
export function readProlog(document: string): Prolog {
  const text = document.replace(CUT_OFF, "");
  let at = text.indexOf("<");
  while (at !== -1) {
    if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      const end = doctypeEnd(text, at);
      return { body: text.slice(end), entities: declaredIn(text.slice(at, end)) };
    }
    if (/^<[a-z_:]/i.test(text.slice(at, at + 2))) return { body: text.slice(at), entities: NO_ENTITIES };
    const close = text.startsWith("<!--", at) ? "-->" : ">";
    const end = text.indexOf(close, at);
    at = end === -1 ? -1 : text.indexOf("<", end);
  }
  return { body: "", entities: NO_ENTITIES };
}

/** Behind the ">" that is neither in quotes, nor in a comment, nor in brackets; where there is none, behind the first. */
function doctypeEnd(text: string, start: number): number {
  const mark = /"[^"]*"|'[^']*'|<!--[^]*?-->|[[\]>]/g;
  const doctype = text.slice(start, start + MAX_DOCTYPE);
  let isInside = false;
  for (const found of doctype.matchAll(mark)) {
    if (found[0] === "[") isInside = true;
    else if (found[0] === "]") isInside = false;
    else if (found[0] === ">" && !isInside) return start + found.index + 1;
  }
  const first = text.indexOf(">", start);
  return first === -1 ? text.length : first + 1;
}

function declaredIn(doctype: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  for (const [, name = "", double, single] of doctype.matchAll(
    /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    const value = double ?? single ?? "";
    const isPlain = value.length <= MAX_VALUE && !/<|&(?!#x?[\da-f]+;)/i.test(value);
    // The first declaration is the one that binds (XML 1.0 section 4.2).
    if (isPlain && !entities.has(name) && entities.size < MAX_ENTITIES) entities.set(name, value);
  }
  return entities;
}
