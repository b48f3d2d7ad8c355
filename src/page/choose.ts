/**
 * The text of a page, by whichever way finds it: first our own reading of its structure; where that finds too little,
 * the whole body without what is around it, what is shown without scripts, or what the page tells machines it says.
 */
import { dropAround, dropCaptions, dropLinkLists, dropTail, dropTeasers, isAroundById, quotedBy } from "./around.ts";
import { dropTitle, findContainer, findLead } from "./container.ts";
import type { IsHidden } from "./hidden.ts";
import { weigh } from "./mass.ts";
import { copyOf, descendants, element, type Element, evenText, type Node, paragraph, prune } from "./tree.ts";

export interface Told {
  readonly title: string;
  readonly description: string;
  /** What the linked data says the text is; "" where it says nothing. */
  readonly articleBody: string;
}

/** So much prose is a text; with less, another way may find more. */
const ENOUGH = 250;
const SHARE_ENOUGH = 0.5;
/** Told text must be this much longer than what was found to be taken for it. */
const TOLD_FACTOR = 2;
const TOLD_CHARS = 400;

/** `page` is what its reader sees, and is left as it is; `unseen` the tree with what is shown without scripts. */
export function chooseContent(page: Element, unseen: Element, isHidden: IsHidden, stored: Told): Element {
  const own = ownReading(page, stored);
  const whole = weigh(page)(page).prose;
  const prose = proseOf(own);
  if (prose >= ENOUGH || (prose > 0 && prose >= whole * SHARE_ENOUGH)) return longerOf(own, prose, stored);

  const ways = [own, body(page, stored), withoutScripts(unseen, isHidden, stored)];
  let best = own;
  let most = prose;
  for (const way of ways) {
    const found = proseOf(way);
    if (found <= most * 1.2) continue;
    best = way;
    most = found;
  }
  if (most > 0) return longerOf(best, most, stored);
  return stored.articleBody === "" ? (ways.find((way) => textLength(way) > 0) ?? own) : paragraphs(stored.articleBody);
}

export function ownReading(page: Element, { title, description }: Told): Element {
  const root = copyOf(page);
  const quoted = quotedBy(description, root);
  dropAround(root, quoted);
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
function body(page: Element, { title }: Told): Element {
  const root = copyOf(page);
  prune(root, (each) => each.tag === "nav" || each.tag === "footer" || each.tag === "form" || isAroundById(each));
  dropLinkLists(root);
  dropTitle(root, title);
  return root;
}

function withoutScripts(unseen: Element, isHidden: IsHidden, stored: Told): Element {
  const found = [...descendants(unseen)].filter(({ tag }) => tag === "noscript");
  const root = group(found.flatMap((each) => copyOf(each).children));
  prune(root, isHidden);
  evenText(root);
  return ownReading(root, stored);
}

/** The linked data has the whole text of pages that show only its beginning. */
function longerOf(found: Element, prose: number, { articleBody }: Told): Element {
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
  return weigh(root)(root).prose;
}

function textLength(root: Element): number {
  return weigh(root)(root).text;
}
