/**
 * Parts that a server sends after the page around them, as React streams them: hidden at the end of the page, until a
 * line of script moves each to its place. Its reader sees them there.
 */
import { END_OF_PLACE } from "./build.ts";
import { descendants, type Element, fitsInto, type Node, rawText } from "./tree.ts";

/** `$RC("B:0","S:1")` puts the part S:1 to the place B:0, `$RS("S:1","P:0")` the part S:1 to the place P:0. */
const MOVE = /\$R([CSR])\("([BSP]:[\da-z]{1,12})","([BSP]:[\da-z]{1,12})"/g;
const MAX_MOVES = 200;

/** Moves what the page's scripts would move. What was shown meanwhile goes. */
export function placeStreamed(root: Element): void {
  const byId = new Map<string, Element>();
  const moves: { readonly part: string; readonly place: string }[] = [];
  for (const each of descendants(root)) {
    const id = each.attributes.get("id");
    if (id !== undefined && /^[BSP]:/.test(id) && !byId.has(id)) byId.set(id, each);
    if (each.tag !== "script") continue;
    for (const [, kind, first = "", second = ""] of rawText(each).matchAll(MOVE))
      moves.push(kind === "S" ? { part: first, place: second } : { part: second, place: first });
  }
  for (const { part, place } of moves.slice(0, MAX_MOVES)) {
    move(byId.get(part), byId.get(place));
    // Moved once, neither is there any more.
    byId.delete(part);
    byId.delete(place);
  }
}

function move(part: Element | undefined, place: Element | undefined): void {
  const target = place?.parent;
  if (part?.parent === undefined || place?.tag !== "template" || target === undefined) return;
  if (isWithin(place, part) || !fitsInto(target, part)) return;
  part.parent.children = part.parent.children.filter((each) => each !== part);
  for (const child of part.children) if (typeof child !== "string") child.parent = target;
  const start = target.children.indexOf(place);
  const end = endOf(target.children, start);
  target.children = [...target.children.slice(0, start), ...part.children, ...target.children.slice(end + 1)];
}

/** Where its place ends: at the mark, or at once where there is none. */
function endOf(siblings: readonly Node[], start: number): number {
  const end = siblings.findIndex((each, index) => index > start && isEnd(each));
  return end === -1 ? start : end;
}

function isEnd(each: Node): boolean {
  return typeof each !== "string" && each.tag === "template" && each.attributes.get("id") === END_OF_PLACE;
}

function isWithin(each: Element, part: Element): boolean {
  return each === part || (each.parent !== undefined && isWithin(each.parent, part));
}
