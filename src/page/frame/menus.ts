/** Menus: short links side by side, outside of the main part. */
import { headlineOf } from "../tree/headline.ts";
import { HEADING } from "../tree/tags.ts";
import { textBlocks } from "../tree/text-blocks.ts";
import { textDensity } from "../tree/text-density.ts";
import { widthOf } from "../tree/text-width.ts";
import { ancestors, descendants, type Element, type Node, prune, rawText } from "../tree/tree.ts";

const MENU_LINK_CHARS = 28;
const MIN_LINE_LINKS = 3;
/** Of the text. */
const MOST = 0.5;

/** Short links side by side, outside of the main part: before its heading, around it, or after everything else. */
export function dropMenus(root: Element, title: string): void {
  if (descendants(root).some(({ tag }) => tag === "main")) return dropOutsideMain(root);
  const density = textDensity(root);
  const heading = headlineOf(root, title);
  const before = heading === undefined ? new Set<Element>() : beforeOf(heading, root);
  const part = heading === undefined ? undefined : partOf(heading, density(root).text, density);
  const ofPart = new Set(part === undefined ? [] : [part, ...ancestors(part), ...descendants(part)]);
  // Where the page is a list of links, its last links are no menu.
  const isList = part !== undefined && isListOfLinks(part, density);
  const blocks = textBlocks(root);
  const tail = new Set(blocks.slice(-12).map(({ block }) => block));
  // A list of links has no headline, and its entries one link each.
  const ends = new Set([...blocks.slice(0, 4), ...blocks.slice(-4)].map(({ block }) => block));
  prune(root, (each) => {
    if (heading === undefined && ends.has(each) && isMenu(each, density) && linksIn(each) > 1) return true;
    const isInPart = part === undefined || ofPart.has(each);
    const isOutside = before.has(each) || !isInPart || (!isList && isInTail(each, tail));
    return isOutside && isMenu(each, density);
  });
}

function beforeOf(heading: Element, root: Element): Set<Element> {
  const inside = new Set(ancestors(heading));
  const before = new Set<Element>();
  for (const each of descendants(root)) {
    if (each === heading) break;
    if (!inside.has(each)) before.add(each);
  }
  return before;
}

/** The smallest part around the headline that holds most of a page's text; `undefined` where only the page does. */
function partOf(headline: Element, whole: number, density: ReturnType<typeof textDensity>): Element | undefined {
  const found = ancestors(headline).find((each) => density(each).text > whole * MOST);
  return found?.parent === undefined ? undefined : found;
}

/** Besides its headings it is mostly links. */
function isListOfLinks(part: Element, density: ReturnType<typeof textDensity>): boolean {
  const headings = descendants(part).filter(({ tag }) => HEADING.test(tag));
  const headed = headings.reduce((sum, each) => sum + density(each).text, 0);
  return density(part).linked > (density(part).text - headed) * MOST;
}

/** All of its text stands in the last blocks, or in links that stand in it side by side. */
function isInTail(each: Element, tail: ReadonlySet<Element>): boolean {
  const isLine = tail.has(each) && each.children.filter(isLink).length >= MIN_LINE_LINKS;
  return [...descendantsAndSelf(each)].every(
    (one) => tail.has(one) || !hasOwnText(one) || (isLine && one.parent === each && isLink(one)),
  );
}

function isLink(each: Node): boolean {
  return typeof each !== "string" && each.tag === "a";
}

function* descendantsAndSelf(each: Element): Generator<Element> {
  yield each;
  yield* descendants(each);
}

function hasOwnText(each: Element): boolean {
  return each.children.some((child) => typeof child === "string" && child.trim() !== "");
}

/** What stands outside of `<main>` is the frame, unless `<main>` holds little. */
function dropOutsideMain(root: Element): void {
  const density = textDensity(root);
  const whole = density(root).text;
  const mains = [...descendants(root)].filter(({ tag }) => tag === "main");
  const held = mains.reduce((sum, main) => sum + density(main).text, 0);
  if (held < Math.min(40, whole * 0.3)) return;
  const kept = new Set(mains.flatMap((main) => [main, ...ancestors(main), ...descendants(main)]));
  prune(root, (each) => !kept.has(each) && !(each.tag === "h1"));
  // Text that stands beside it without an element goes, too.
  for (const main of mains)
    for (const around of ancestors(main))
      around.children = around.children.filter((child) => typeof child !== "string");
}

function isMenu(each: Element, density: ReturnType<typeof textDensity>): boolean {
  const { text, linked } = density(each);
  if (text === 0 || linked < text * 0.6) return false;
  const links = [...descendantsAndSelf(each)].filter(({ tag }) => tag === "a");
  if (links.length === 0 || links.some(isCard)) return false;
  return linked / links.length < MENU_LINK_CHARS && widthOf(rawText(each)) / links.length < MENU_LINK_CHARS * 2;
}

function linksIn(each: Element): number {
  return descendants(each).reduce((count, { tag }) => (tag === "a" ? count + 1 : count), 0);
}

/** A picture with a headline, or several lines: what it leads to is told, not only named. */
function isCard(link: Element): boolean {
  return descendants(link).some(({ tag }) => HEADING.test(tag) || tag === "p" || tag === "dd");
}
