/** A page as its blocks of text: what a reader sees as one paragraph, heading, list entry or cell. */
import { BLOCK } from "./tags.ts";
import type { Element } from "./tree.ts";

export interface TextBlock {
  /** The block it stands in. */
  readonly block: Element;
  readonly text: string;
  /** How many of its characters are in links. */
  readonly linked: number;
}

export function textBlocks(root: Element): TextBlock[] {
  const blocks: TextBlock[] = [];
  let block = root;
  let text = "";
  let linked = 0;
  let isBroken = false;

  function flush(next: Element, isVerbatim: boolean): void {
    const said = tidy(text, isVerbatim);
    if (said !== "") blocks.push({ block, text: said, linked: Math.min(linked, said.length) });
    text = "";
    linked = 0;
    isBroken = false;
    block = next;
  }

  function visit(element: Element, isLinked: boolean, isVerbatim: boolean): void {
    for (const child of element.children) {
      if (typeof child === "string") {
        text += child;
        if (child !== " ") isBroken = false;
        if (isLinked) linked += child.length;
      } else if (child.tag === "br") {
        // Two of them separate paragraphs where nobody wrote `<p>`.
        if (isBroken && !isVerbatim) flush(block, false);
        else text += "\n";
        isBroken = !isBroken;
      } else if (BLOCK.has(child.tag)) {
        const outer = block;
        const isVerbatimInside = isVerbatim || child.tag === "pre";
        flush(child, isVerbatim);
        visit(child, isLinked, isVerbatimInside);
        flush(outer, isVerbatimInside);
      } else visit(child, isLinked || child.tag === "a", isVerbatim);
    }
  }

  visit(root, false, false);
  flush(root, false);
  return blocks;
}

/** Text nodes are even already; where they meet, blanks and line breaks may still stand side by side. */
function tidy(text: string, isVerbatim: boolean): string {
  if (isVerbatim) return text.trimEnd().replace(/^\s*\n/, "");
  const trimmed = text.trim();
  const joined = trimmed.includes("  ") ? trimmed.replace(/ {2,}/g, " ") : trimmed;
  return joined.includes("\n") ? joined.replace(/(?<! ) *\n */g, "\n") : joined;
}
