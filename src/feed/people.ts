/** Authors, in whatever form a feed names them, as "Name (mail)", or the one of both there is. */
import { oneLine } from "./text.ts";
import { elementsOf, type FeedNode, childrenNamed, textIn } from "./tree.ts";

const MAIL = String.raw`[\w.+%-]+@[\w-]+(?:\.[\w-]+)*`;
const BRACKETED = new RegExp(String.raw`^(.*?)\s*[<([]\s*(?:mailto:)?(${MAIL})\s*[>)\]]$`, "s");
const MAIL_FIRST = new RegExp(String.raw`^(?:mailto:)?(${MAIL})\s*(?:[(<[]\s*(.*?)\s*[)>\]]|[-,:]?\s+(.*))$`, "s");
const MAX_LENGTH = 500;

/** The authors of an item or a feed, joined by commas; null when it names none. */
export function authorIn(node: FeedNode, names: readonly string[]): string | null {
  for (const name of names) {
    const people = childrenNamed(node, name).map(personOf);
    const known = [...new Set(people.filter((person) => person !== null))];
    if (known.length > 0) return known.join(", ").slice(0, MAX_LENGTH);
  }
  return null;
}

/** "ann@example.org (Ann)", "Ann <ann@example.org>" and the like as "Ann (ann@example.org)". */
export function personText(written: string): string | null {
  const text = oneLine(written.slice(0, MAX_LENGTH));
  if (text === null) return null;
  const [, mail, inBrackets, behind] = MAIL_FIRST.exec(text) ?? [];
  if (mail !== undefined) return nameWithMail(inBrackets ?? behind, mail);
  const [, name, other] = BRACKETED.exec(text) ?? [];
  return other === undefined ? text : nameWithMail(name, other);
}

export function nameWithMail(name: string | null | undefined, mail: string | null | undefined): string | null {
  const isBoth = name && mail && name !== mail;
  return isBoth ? `${name} (${mail})` : name || mail || null;
}

/** Atom's persons are elements; others are text. */
function personOf(node: FeedNode): string | null {
  if (elementsOf(node).length === 0) return personText(textIn(node));
  const part = (...names: string[]) => oneLine(childrenNamed(node, ...names).map(textIn)[0] ?? "");
  return nameWithMail(part("name", "itunes:name"), part("email", "itunes:email")) ?? personText(textIn(node));
}
