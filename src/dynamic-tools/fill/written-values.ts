/** How values are written behind the names of fields: "page=2", "title: Summer sale, limit: 5", "?q=cats&page=2". */
import type { TextRange } from "../../text/text-range.ts";

/** How a name leads to its value. */
export interface ValueLead {
  /** "whose" has the thing between the two, "as" stands behind the value; "of" may lead to other things as well; nothing but a blank says the least. */
  readonly sign: "=" | "is" | "whose" | "of" | "as" | "";
  /** Where the value begins; where it ends, if it stands before the name. */
  readonly at: number;
}

/** In the same line: a list below its heading is no value of that. */
const EQUALS = /["'”`\]]?[ \t]{0,2}(?::=|=>|==?|:)[ \t]{0,2}(?!\n)/uy;
const IS =
  /["'”`]?[ \t](?:is|are|equals|equal to|(?:should|must|shall|will|can|has to|have to|needs? to|ought to) (?:be|equal)|set to|ist|soll|sollte|muss|es|debe ser|debería ser|sea|est|doit être|devrait être|deve (?:ser|essere)|deveria ser)[ \t](?:the[ \t])?/iuy;
const USE = /["'”`]?,?[ \t](?:use|take|send|put|choose|pick|enter|set|give|provide|pass|I (?:want|need))[ \t]/iuy;
const TO = /["'”`]?[ \t](?:to|as|auf|a|en|à|para)[ \t]/iuy;
/** "the color of the server 55 to blue". */
const OF_WHOSE_TO =
  /["'”`]?[ \t](?:of|on|for|in|at|from|von|vom|de|del|du|d[ao])[ \t][^,;.!?"“”\n]{1,60}?[ \t](?:to|auf|a|en|à|para)[ \t]/iuy;
const OF = /["'”`]?[ \t](?:of|von|de)[ \t](?!(?:the|all|an?|my|each|every)[ \t])/iuy;
const NEXT = /["'”`]?[ \t]/uy;

const ANY = /(?:)$/u;
const FOR = /\b(?:for|für|para|pour)[ \t](?:(?:the|its|an?|my|die|das|den|el|la|le|o)[ \t])?["'“`]?$/iu;
const SETTING =
  /\b(?:set|setting|change|changing|update|updating|switch|put|make|turn|setze?|ändere?|establece|cambia|définis|mets|defina|mude)[ \t](?:(?:the|its|an?|my|their|die|das|den|el|la|le|o)[ \t])?["'“`]?$/iu;
const HAVING = /\b(?:with|has|have|having|an?|mit|einer?|einem|con|una?|avec|une?|com|uma?)[ \t]["'“`]?$/iu;

/** The first of them that fits what stands before the name and behind it. */
const LEADS: readonly (readonly [sign: ValueLead["sign"], behind: RegExp, before: RegExp])[] = [
  ["=", EQUALS, ANY],
  ["is", IS, ANY],
  ["is", USE, FOR],
  ["is", TO, SETTING],
  ["whose", OF_WHOSE_TO, SETTING],
  ["of", OF, HAVING],
];

/** "use u1 as the owner id", "25 for the page size": what stands between a value and the name behind it. */
const AS = /["'”`]?[ \t](?:as|als|como|comme|come)[ \t](?:(?:the|its|an?|my|die|das|den|el|la|le|o)[ \t])?["'“`]?$/iu;
const USE_FOR =
  /(?<=\b(?:use|using|set|put|take|choose|pick|enter|send)[ \t]\S{1,80})["'”`]?[ \t]for[ \t](?:(?:the|its)[ \t])?["'“`]?$/iu;

/** "products with chocolate in the name". */
const HAVING_IN =
  /(?<=\b(?:with|containing|having|con|avec|com|mit)[ \t]\S{1,80})["'”`]?[ \t](?:in|im|en|dans|no)[ \t](?:(?:the|its|their|el|le|la|o)[ \t])?$/iu;

const MAX_BEFORE = 120;

export function leadAt(text: string, { start, end }: TextRange): ValueLead {
  const ahead = text.slice(Math.max(0, start - MAX_BEFORE), start);
  for (const [sign, behind, before] of LEADS) {
    behind.lastIndex = end;
    const found = behind.exec(text);
    if (found !== null && before.test(ahead)) return { sign, at: end + found[0].length };
  }
  const as = AS.exec(ahead) ?? USE_FOR.exec(ahead) ?? HAVING_IN.exec(ahead);
  if (as !== null && as.index > 0) return { sign: "as", at: start - ahead.length + as.index };
  NEXT.lastIndex = end;
  const next = NEXT.exec(text);
  return { sign: "", at: next === null ? text.length : end + next[0].length };
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

/** "The title is Summer sale.": what a sentence says of one field alone. */
export function sentenceAt(text: string, { start }: TextRange, lead: ValueLead, next: number): string | undefined {
  if (lead.sign !== "is" || !BEGINS.test(text.slice(Math.max(0, start - 20), start))) return undefined;
  const rest = text.slice(lead.at, Math.min(next, lead.at + 300));
  const end = rest.search(/[.!?](?:\s|$)|[\n;]/);
  const sentence = (end < 0 ? rest : rest.slice(0, end)).replace(LEADS_ON, "").trimEnd();
  return /^[^,"“”„«»]{2,200}$/.test(sentence) ? sentence : undefined;
}

const BEGINS = /(?:^|[.!?;\n])\s{0,3}(?:(?:set|for|let) )?(?:(?:the|its|my|der|die|das|el|la|le|o|a) )?$/i;
/** What only leads to the next field. */
const LEADS_ON = /[,;]?\s(?:and|with|und|mit|y|con|et|avec|e|com)?\s?(?:the|its|an?|die|der|das|el|la|le|o)?\s?$/i;

/** The word that somebody has used, up to `end`: "use favourited as the action". */
export function usedBefore(text: string, end: number): string | undefined {
  return USED.exec(text.slice(Math.max(0, end - 80), end))?.[1];
}

const USED =
  /\b(?:use|using|with|containing|having|set|put|take|choose|pick|enter|send|provide|give|mit|nimm|con|usa|avec|com)[ \t](\S{1,60})$/i;
