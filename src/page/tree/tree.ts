/** A page as a light tree: what is worth reading of it, without the weight of a DOM. */
import { visible } from "./invisible.ts";
import { BLOCK } from "./tags.ts";

export interface Element {
  /** In lower case; "#page" is the root. */
  tag: string;
  /** By names in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  children: Node[];
  parent: Element | undefined;
}

/** What is nested deeper is read as if it stood here. Real pages stay below 60. */
export const MAX_DEPTH = 200;

/** A string is text, its entities decoded. */
export type Node = Element | string;

export function element(tag: string, attributes: ReadonlyMap<string, string>, parent?: Element): Element {
  return { tag, attributes, children: [], parent };
}

/** Whether it starts on a line of its own. */
export function isBlock(node: Node): boolean {
  return typeof node !== "string" && BLOCK.has(node.tag);
}

/** Its descendants in the order of the document. */
export function* descendants(of: Element): Generator<Element> {
  // With a stack of its own: a generator for each level would cost every element its depth.
  const lists: (readonly Node[])[] = [of.children];
  const places = [0];
  for (let level = 0; level >= 0;) {
    const child = lists[level]?.[places[level]!++];
    if (child === undefined) level--;
    else if (typeof child !== "string") {
      yield child;
      level++;
      lists[level] = child.children;
      places[level] = 0;
    }
  }
}

/** All text in it, as it stands in the source. */
export function rawText(node: Node): string {
  if (typeof node === "string") return node;
  let text = "";
  for (const child of node.children) text += rawText(child);
  return text;
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Takes out what `isUnwanted` says, with all that is in it; what is taken out is not looked into. */
export function prune(root: Element, isUnwanted: (element: Element) => boolean): void {
  root.children = root.children.filter((child) => {
    if (typeof child === "string") return true;
    if (isUnwanted(child)) return false;
    prune(child, isUnwanted);
    return true;
  });
}

/** The element and those it is in, from the inside out. */
export function* ancestors(of: Element): Generator<Element> {
  for (let each = of.parent; each !== undefined; each = each.parent) yield each;
}

/** Whether the parts may stand in each other in `place` without a tree that is too deep. */
export function fitsInto(place: Element, ...parts: readonly Element[]): boolean {
  const height = parts.reduce((sum, part) => sum + heightOf(part), 0);
  return ancestors(place).toArray().length + height < MAX_DEPTH;
}

function heightOf({ children }: Element): number {
  return children.reduce((most, child) => (typeof child === "string" ? most : Math.max(most, heightOf(child))), 0) + 1;
}

/** A copy to take things out of. */
export function copyOf(original: Element, parent?: Element): Element {
  const copy = element(original.tag, original.attributes, parent);
  copy.children = original.children.map((child) => (typeof child === "string" ? child : copyOf(child, copy)));
  return copy;
}

/** No code is indented deeper; patterns that look for the end of blanks take the square of their number. */
const MAX_BLANKS = 200;

/** Makes its text what a reader sees: no invisible characters, and blanks as one outside of `<pre>`. */
export function evenText(root: Element): void {
  let blanks = 0;
  visit(root, false);

  function visit(element: Element, isVerbatim: boolean): void {
    for (const [index, child] of element.children.entries()) {
      if (typeof child !== "string") visit(child, isVerbatim || child.tag === "pre");
      else element.children[index] = isVerbatim ? bounded(visible(child)) : visible(child).replace(/\s+/g, " ");
    }
  }

  /** Blanks may go on from one piece of text to the next. */
  function bounded(text: string): string {
    return text.replace(/\s+|\S+/g, (part) => {
      const isBlank = part.trim() === "";
      const kept = isBlank ? part.slice(0, Math.max(0, MAX_BLANKS - blanks)) : part;
      blanks = isBlank ? blanks + part.length : 0;
      return kept;
    });
  }
}

export function paragraph(text: string): Element {
  const made = element("p", new Map());
  made.children.push(text);
  return made;
}
