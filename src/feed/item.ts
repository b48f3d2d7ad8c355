/** What one entry of a feed says, whichever names its format and its modules have for it. */
import { type FeedItem, summaryOf } from "./feed.ts";
import { readDate } from "./date.ts";
import { isWebAddress, resolveReference, safeLink } from "./links.ts";
import { categoriesOf, enclosuresOf, imageOf, pictureIn } from "./media.ts";
import { authorIn } from "./people.ts";
import { type FeedText, oneLine, asPlainText, readText, safeContent } from "./text.ts";
import { elementsOf, type FeedNode, childrenNamed, textIn } from "./tree.ts";

export const TITLES: readonly string[] = ["title", "dc:title", "media:title", "itunes:title"];
export const PUBLISHED = "published issued dcterms:issued pubdate created dcterms:created dc:date".split(" ");
export const UPDATED = "updated modified dcterms:modified lastmod lastbuilddate dc:date".split(" ");
/** Two names of the same: the first one written is the summary. */
const DESCRIBED = new Set(["description", "summary", "abstract"]);
const SUMMARIES = "dc:description itunes:summary media:description itunes:subtitle".split(" ");
const CONTENTS = "content:encoded content xhtml:body body fullitem".split(" ");
export const AUTHORS = "author dc:creator dc:author itunes:author creator managingeditor".split(" ");

/** What the feed around an item says for it. */
export interface FeedChannel {
  /** What an item is relative to that names no base of its own. */
  readonly base: string;
  /** Whether an element has one of its own. */
  readonly isBased: (node: FeedNode) => boolean;
  /** Who wrote an entry that does not say so (RFC 4287 section 4.2.1). */
  readonly author: string | null;
  /** Its dates like 05/01/2004 begin with the day. */
  readonly isDayFirst: boolean;
}

export function readItem(node: FeedNode, channel: FeedChannel): FeedItem {
  const isAtom = node.name === "entry";
  const base = channel.isBased(node) ? node.base : channel.base;
  const textOf = (element: FeedNode) => {
    const text = readText(element, isAtom);
    return text && !channel.isBased(element) ? { ...text, base } : text;
  };
  const first = (names: readonly string[]) => firstSaid(childrenNamed(node, ...names), textOf);
  const summaries = [
    ...elementsOf(node).filter(({ name }) => DESCRIBED.has(name)),
    ...childrenNamed(node, ...SUMMARIES),
    ...childrenNamed(node, "media:group").flatMap((group) => childrenNamed(group, "media:description")),
  ];
  const summary = firstSaid(summaries, textOf);
  const content = longest(childrenNamed(node, ...CONTENTS).map(textOf));
  const link = linkOf(node, base);
  const contentHtml = safeContent(content ?? summary?.text) ?? safeContent(longest(summaries.map(textOf)));
  return {
    title: (first(TITLES) ?? mediaTitle(node))?.plain ?? null,
    link,
    summary: summaryOf(summary?.plain ?? asPlainText(content)),
    content_html: contentHtml,
    author: authorIn(node, AUTHORS) ?? (isAtom ? channel.author : null),
    published: dateIn(node, PUBLISHED, channel.isDayFirst),
    updated: dateIn(node, UPDATED, channel.isDayFirst),
    id: idOf(node, base) ?? link,
    categories: categoriesOf(node),
    enclosures: enclosuresOf(node, base),
    image: imageOf(node, base) ?? pictureIn(contentHtml),
  };
}

export interface PlainFeedText {
  readonly text: FeedText;
  readonly plain: string;
}

/** What the first of these elements says that says anything. */
export function firstSaid(
  elements: readonly FeedNode[],
  textOf: (element: FeedNode) => FeedText | undefined,
): PlainFeedText | undefined {
  for (const element of elements) {
    const text = textOf(element);
    const plain = asPlainText(text);
    if (text !== undefined && plain !== null) return { text, plain };
  }
  return undefined;
}

/** The first date of these names, of elements or attributes, that can be read. */
export function dateIn(node: FeedNode, names: readonly string[], isDayFirst: boolean): string | null {
  for (const text of datesIn(node, names)) {
    const date = readDate(text, isDayFirst);
    if (date !== undefined) return date;
  }
  return null;
}

/** As they are written. */
export function datesIn(node: FeedNode, names: readonly string[]): string[] {
  return names
    .flatMap((name) => [...childrenNamed(node, name).map(textIn), node.attributes[name]])
    .filter((text) => text !== undefined);
}

/** The page of an item or a feed. */
export function linkOf(node: FeedNode, base: string): string | null {
  const links = childrenNamed(node, "link", "xhtml:link");
  const texts = links.filter((link) => link.attributes["href"] === undefined).map(textIn);
  const references = links.map(({ attributes }) => attributes).filter(({ href }) => href !== undefined);
  const alternates = references.filter(({ rel = "alternate" }) => rel.trim().toLowerCase() === "alternate");
  const pages = alternates.filter(({ type = "text/html" }) => /html/i.test(type));
  const permanent = childrenNamed(node, "guid")
    .filter(({ attributes }) => !/^(?:false|no|0)$/i.test((attributes["ispermalink"] ?? "").trim()))
    .map(textIn)
    .filter((text) => isWebAddress(text));
  const original = childrenNamed(node, "feedburner:origlink").map(textIn);
  const about = [node.attributes["href"], node.attributes["rdf:about"]].filter((text) => text?.includes("/"));
  const found = [...texts, ...[...pages, ...alternates].map(({ href }) => href), ...original, ...permanent, ...about];
  for (const reference of found) {
    const link = safeLink(reference, base);
    if (link !== null) return link;
  }
  return null;
}

/** Ids are names: kept letter by letter, and made absolute only where they are addresses relative to the feed. */
export function idOf(node: FeedNode, base: string): string | null {
  const id = oneLine(childrenNamed(node, "id").map(textIn)[0] ?? "");
  if (id !== null) return /^(?:\.{0,2}\/|[\w.-]+\/)/.test(id) ? resolveReference(id, base) : id;
  const [guid] = childrenNamed(node, "guid");
  const name = guid && oneLine(textIn(guid));
  if (guid && name) {
    const isAddress = guid.attributes["ispermalink"]?.trim().toLowerCase() === "true";
    return isAddress ? resolveReference(name, base) : name;
  }
  const about = node.attributes["rdf:about"] ?? node.attributes["about"];
  return about?.trim() ? resolveReference(about, base) : null;
}

function longest(texts: readonly (FeedText | undefined)[]): FeedText | undefined {
  const said = texts.filter((text) => text !== undefined);
  return said.toSorted((a, b) => b.value.length - a.value.length)[0];
}

function mediaTitle(node: FeedNode): PlainFeedText | undefined {
  const titles = childrenNamed(node, "media:group", "media:content").flatMap((holder) =>
    childrenNamed(holder, "media:title"),
  );
  return firstSaid(titles, (title) => readText(title, false));
}
