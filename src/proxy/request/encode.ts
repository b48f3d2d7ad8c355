/** Writing values into addresses so that they stay values: none can end its place, climb out of it or change the host. */

/** What may not stand for itself in a path or a query without a meaning of its own (RFC 3986, section 2.2). */
const UNSAFE = /[!'()*]/g;
/** Reserved, yet no end of a query's value: allowed to stand for itself where the description says so. */
const RESERVED = /%(?:3A|2F|3F|40|21|24|28|29|2A|2C|3B)/g;
const CONTROLS = /\p{Cc}/u;

/** Percent-encodes all but letters, digits and `-._~`. The text must be well formed. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(UNSAFE, (character) => percent(character));
}

/** The same, but for `:/?@!$()*,;`. `#`, `&`, `=`, `+`, `%` and brackets would change what is around the value. */
export function encodeReserved(text: string): string {
  return encode(text).replace(RESERVED, (escape) => decodeURIComponent(escape));
}

/** Several segments of a path, each encoded by itself; the slash that some names begin with is the template's. */
export function encodeSegments(text: string): string {
  return text
    .replace(/^\/(?=[^/])/, "")
    .split("/")
    .map(encode)
    .join("/");
}

/** Why this text cannot stand in a path; `undefined` when it can. */
export function pathFault(text: string): string | undefined {
  if (text === "") return "must not be empty in a path";
  if (CONTROLS.test(text)) return "must not hold control characters in a path";
  return climbs(text) ? `must not hold the segments "." or ".." in a path` : undefined;
}

/** Whether it says "." or ".." as a whole segment, however often it was encoded. */
export function climbs(text: string): boolean {
  if (!DOT.test(text)) return false;
  let read = text;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    if (read.split(/[/\\]/).some((segment) => segment === "." || segment === "..")) return true;
    const decoded = read.replace(/%(2e|2f|5c|25)/gi, (escape) => decodeURIComponent(escape));
    if (decoded === read) return false;
    read = decoded;
  }
  return true; // Nobody encodes so often who means well.
}

/** What every such segment is made of, or begins to be encoded with. */
const DOT = /[.%]/;
const MAX_ROUNDS = 5;

/** What a template says for itself, with what no address may hold encoded. */
export function encodeLiteral(text: string): string {
  return text.replace(/[^\w.~!$&'()*+,;=:@/%?-]/gu, (character) => encodeURIComponent(character));
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
