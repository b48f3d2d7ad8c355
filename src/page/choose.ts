/**
 * The text of a page, by whichever way finds it: first our own reading of its structure; where that finds too little,
 * the whole body without what is around it, what is shown without scripts, or what the page tells machines it says.
 */
import {
  dropBoilerplate,
  dropCaptions,
  dropLinkLists,
  dropTail,
  dropTeasers,
  isBoilerplateById,
  quotedBy,
} from "./frame/boilerplate.ts";
import { dropTitle, findContainer, findLead } from "./container.ts";
import type { DropHidden } from "./tree/hidden.ts";
import { structuredReading } from "./structured.ts";
import { HEADING } from "./tree/tags.ts";
import { textDensity, type TextDensity } from "./tree/text-density.ts";
import {
  copyOf,
  descendants,
  element,
  type Element,
  evenText,
  type Node,
  paragraph,
  prune,
  rawText,
  squeeze,
} from "./tree/tree.ts";

export interface PageHints {
  readonly title: string;
  readonly description: string;
  /** What the linked data says the text is; "" where it says nothing. */
  readonly articleBody: string;
  /** It calls itself an article. */
  readonly isArticle: boolean;
  /** It calls itself a thread: who wrote what belongs to it. */
  readonly isThread: boolean;
}

/** So much prose is a text; with less, another way may find more. */
const ENOUGH = 250;
const LONG_ARTICLE = 1_200;
const SHARE_ENOUGH = 0.5;
/** Where so little of a page leads elsewhere, nothing of it is a frame. */
const FEW_LINKS = 0.1;
const FEWEST_SECTIONS = 2;
/** Such a text must be this much longer than what was found to be taken for it. */
const TOLD_FACTOR = 2;
const TOLD_CHARS = 400;

/** `page` is what its reader sees, and is left as it is; `unseen` the tree with what is shown without scripts. */
export function chooseContent(page: Element, unseen: Element, dropHidden: DropHidden, hints: PageHints): Element {
  const own = ownReading(page, hints);
  const structured = isLongArticle(own, hints) ? own : structuredReading(page, hints.title);
  if (structured !== own && !isArticle(own, structured, hints)) {
    if (textLength(structured) >= ENOUGH) return structured;
    const hinted = withoutScripts(unseen, dropHidden, hints);
    if (proseOf(hinted) < ENOUGH && textLength(structured) > 0) return structured;
  }
  const whole = textDensity(page)(page).prose;
  const prose = proseOf(own);
  if (prose >= ENOUGH) return longerOf(own, prose, hints);
  const unscripted = withoutScripts(unseen, dropHidden, hints);
  if (prose > 0 && prose >= whole * SHARE_ENOUGH && proseOf(unscripted) < ENOUGH) return longerOf(own, prose, hints);

  const ways = [own, body(page, hints), unscripted];
  let best = own;
  let most = prose;
  for (const way of ways) {
    const found = proseOf(way);
    if (found <= most * 1.2) continue;
    best = way;
    most = found;
  }
  if (most > 0) return longerOf(best, most, hints);
  return hints.articleBody === "" ? (ways.find((way) => textLength(way) > 0) ?? own) : paragraphs(hints.articleBody);
}

/** It calls itself an article and has the length of one: no other reading could say more. */
function isLongArticle(own: Element, { isArticle: isSaid, isThread, articleBody }: PageHints): boolean {
  if (isThread) return false;
  return articleBody !== "" || (isSaid && proseOf(own) >= LONG_ARTICLE);
}

/** Enough sentences in one place, and little of another kind besides: no tables, lists or links that it leaves out. */
function isArticle(own: Element, structured: Element, { isArticle: isSaid, isThread }: PageHints): boolean {
  if (isThread) return false;
  const found = textDensity(own)(own);
  const whole = textDensity(structured)(structured);
  if (found.prose < ENOUGH || (!isSaid && leavesSectionsOut(own, structured))) return false;
  if (found.prose < LONG_ARTICLE && leavesListsOut(own, structured)) return false;
  const trust = isSaid ? 2 : 1;
  const lostProse = whole.prose - found.prose;
  const lostLinks = whole.linked - found.linked;
  const lostOthers = otherText(whole) - otherText(found);
  return (
    lostProse <= found.prose * trust &&
    lostLinks <= found.prose * 2.2 * trust &&
    lostOthers <= found.prose * 0.5 * trust
  );
}

/** A manual has no menus, and the longest of its sections is not all that it says. */
function leavesSectionsOut(own: Element, structured: Element): boolean {
  const { text, linked } = textDensity(structured)(structured);
  return linked <= text * FEW_LINKS && proseOf(structured) > proseOf(own) && hasMoreSections(structured, own);
}

/** A few sentences, and in the same part lists of links under headings of their own: what they introduce. */
function leavesListsOut(own: Element, structured: Element): boolean {
  return hasMoreSections(findContainer(structured), own);
}

/** More than in `own` that do not stand there. */
function hasMoreSections(part: Element, own: Element): boolean {
  const found = new Set(sectionsOf(own));
  const left = sectionsOf(part).filter((each) => !found.has(each));
  return left.length >= FEWEST_SECTIONS && left.length > found.size;
}

/** Their headings; one that leads elsewhere heads no section of this page. */
function sectionsOf(root: Element): string[] {
  return [...descendants(root)]
    .filter((each) => HEADING.test(each.tag) && each.tag !== "h1" && !descendants(each).some(({ tag }) => tag === "a"))
    .map((heading) => squeeze(rawText(heading)));
}

/** What is neither a sentence nor a link: cells, entries, labels. */
function otherText({ text, linked, prose }: Readonly<TextDensity>): number {
  return Math.max(0, text - linked - prose);
}

function ownReading(page: Element, { title, description }: PageHints): Element {
  const root = copyOf(page);
  const quoted = quotedBy(description, root);
  dropBoilerplate(root, quoted);
  dropCaptions(root);
  dropTeasers(root, quoted);
  const container = findContainer(root);
  const lead = findLead(root, container, title);
  dropLinkLists(container);
  dropTitle(container, title);
  dropTail(container);
  return group([...lead, container]);
}

/** Everything but what its tags say is around it: a page of a few lines has no container. */
function body(page: Element, { title }: PageHints): Element {
  const root = copyOf(page);
  prune(root, (each) => each.tag === "nav" || each.tag === "footer" || each.tag === "form" || isBoilerplateById(each));
  dropLinkLists(root);
  dropTitle(root, title);
  return root;
}

function withoutScripts(unseen: Element, dropHidden: DropHidden, hints: PageHints): Element {
  const found = [...descendants(unseen)].filter(({ tag }) => tag === "noscript");
  const root = group(found.flatMap((each) => copyOf(each).children));
  dropHidden(root);
  evenText(root);
  return ownReading(root, hints);
}

/** The linked data has the whole text of pages that show only its beginning. */
function longerOf(found: Element, prose: number, { articleBody }: PageHints): Element {
  return articleBody.length >= TOLD_CHARS && articleBody.length > prose * TOLD_FACTOR ? paragraphs(articleBody) : found;
}

function paragraphs(text: string): Element {
  return group(
    text
      .split(/\n\s*\n|\r\n?\s*\r\n?/)
      .filter((each) => each.trim() !== "")
      .map(paragraph),
  );
}

function group(parts: readonly Node[]): Element {
  const root = element("#page", new Map());
  root.children = [...parts];
  for (const part of parts) if (typeof part !== "string") part.parent = root;
  return root;
}

function proseOf(root: Element): number {
  return textDensity(root)(root).prose;
}

function textLength(root: Element): number {
  return textDensity(root)(root).text;
}
