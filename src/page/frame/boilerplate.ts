/** What is around the text of a page, and goes: navigation, comments, teasers, captions, lists of links. */
import { textDensity } from "../tree/text-density.ts";
import { textBlocks, type TextBlock } from "../tree/text-blocks.ts";
import { HEADING } from "../tree/tags.ts";
import { commentsBetween } from "./comments.ts";
import { isRemark } from "./remark.ts";
import { letters } from "../metadata/title.ts";
import { descendants, type Element, prune, rawText } from "../tree/tree.ts";
import { holdsComments, isBoilerplateName, isCaptionName, isLegalLine, namesOf } from "../tree/class-names.ts";

const BOILERPLATE_TAGS = new Set(["nav", "footer", "aside", "form", "menu", "search", "fieldset"]);
const BOILERPLATE_ROLES = new Set(
  (
    "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip alert tablist " +
    "form button"
  ).split(" "),
);

/** The share of a page's prose that a part may hold and still be taken for what its tag or name says it is. */
const AT_MOST = { comments: 0.8, id: 0.8, element: 0.5, name: 0.35 };
/** An id names the one part of its kind, where a class may only speak of it. */
const BOILERPLATE_ID = /^(?:side-?bar|footer|navigation|nav|header|menu)$/i;
/** With whose the page is in it, it is as sure as the element of that name. */
const FOOTER = /(?:^| )(?:site |page )?foot(?:er)?(?= |$)/;
const MAX_TEASER_CHARS = 500;
const TEASER_TAGS = new Set(["li", "article", "div", "section", "td"]);
const LINK_LIST_TAGS = new Set([
  "div",
  "section",
  "ul",
  "ol",
  "dl",
  "table",
  "p",
  "article",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);
const QUOTED_LETTERS = 40;

/** Drops what says it is not the text, by its tag, its role or its names; a name alone does not outweigh a quotation. */
export function dropBoilerplate(root: Element, quoted: ReadonlySet<Element>): void {
  const densityOf = textDensity(root);
  const whole = densityOf(root).prose;
  const remarks = commentsBetween(root);
  prune(root, (element) => {
    const says = remarks.has(element) ? undefined : whatItSays(element);
    if (says === undefined || (says === "name" && quoted.has(element)) || isRemark(element, densityOf)) return false;
    return densityOf(element).prose <= whole * AT_MOST[says];
  });
}

function whatItSays(element: Element): keyof typeof AT_MOST | undefined {
  const { tag, attributes } = element;
  if (BOILERPLATE_TAGS.has(tag)) return "element";
  if (attributes.size === 0) return undefined;
  if (BOILERPLATE_ROLES.has(attributes.get("role") ?? "")) return "element";
  if (tag === "article" || tag === "main" || /articleBody/i.test(attributes.get("itemprop") ?? "")) return undefined;
  const names = namesOf(element);
  if (holdsComments(element)) return "comments";
  if (isBoilerplateById(element)) return "id";
  if (!isBoilerplateName(names)) return undefined;
  return FOOTER.test(names) && isLegalLine(rawText(element)) ? "element" : "name";
}

export function isBoilerplateById({ attributes }: Element): boolean {
  return BOILERPLATE_ID.test(attributes.get("id") ?? "");
}

/** What the page's own description quotes is of its text, whatever it is called. */
export function quotedBy(description: string, root: Element): ReadonlySet<Element> {
  const quoted = new Set<Element>();
  const wanted = letters(description);
  if (wanted.length < QUOTED_LETTERS) return quoted;
  for (const { block, text } of textBlocks(root)) {
    const said = text.length < QUOTED_LETTERS ? "" : letters(text);
    if (said.length < QUOTED_LETTERS || !(said.startsWith(wanted.slice(0, 60)) || wanted.startsWith(said))) continue;
    for (let each: Element | undefined = block; each !== undefined; each = each.parent) quoted.add(each);
  }
  return quoted;
}

export function dropCaptions(root: Element): void {
  prune(root, (each) => {
    if (each.tag === "figcaption") return true;
    if (each.tag === "figure" || each.tag === "table" || !isCaptionName(namesOf(each))) return false;
    return !descendants(each).some(({ tag }) => tag === "img");
  });
}

/** Drops lists of other pages: parts side by side that are each headed by a link. */
export function dropTeasers(root: Element, quoted: ReadonlySet<Element>): void {
  const densityOf = textDensity(root);
  const isTeaser = (element: Element): boolean => {
    const { text, linked } = densityOf(element);
    if (linked === 0 || text > MAX_TEASER_CHARS || !TEASER_TAGS.has(element.tag) || quoted.has(element)) return false;
    const heading = descendants(element).find(({ tag }) => HEADING.test(tag));
    return heading !== undefined && densityOf(heading).linked > densityOf(heading).text * 0.8;
  };
  const visit = (element: Element): void => {
    const teasers = new Set(element.children.filter((child) => typeof child !== "string" && isTeaser(child)));
    if (teasers.size >= 2) element.children = element.children.filter((child) => !teasers.has(child));
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  visit(root);
}

/** Drops parts that are mostly links. */
export function dropLinkLists(root: Element): void {
  const densityOf = textDensity(root);
  prune(root, (element) => {
    const { text, linked, prose } = densityOf(element);
    if (text === 0 || !LINK_LIST_TAGS.has(element.tag)) return false;
    const share = linked / text;
    return element.tag === "p" ? share > 0.9 && text < 200 : share > 0.5 && prose < 200;
  });
}

/** Drops headings at the end, which head nothing any more, and links to what to read next. */
export function dropTail(root: Element): void {
  const strays = new Set<Element>();
  for (const run of textBlocks(root).reverse()) {
    if (run.block === root || !isStray(run)) break;
    strays.add(run.block);
  }
  if (strays.size > 0) prune(root, (element) => strays.has(element));
}

function isStray({ block, text, linked }: TextBlock): boolean {
  if (HEADING.test(block.tag) || (text.length < 80 && /[:：]$/.test(text))) return true;
  // In a paragraph it says whose the text is, and belongs to it.
  if (text.length < 200 && /^(?:address|center|small|td)$/.test(block.tag) && isLegalLine(text)) return true;
  return text.length < 150 && linked > text.length * 0.8 && block.tag !== "pre";
}
