/** A feed of any XML format: RSS, RDF, Atom, CDF, and what only resembles them. */
import { beginsWithDay } from "./date.ts";
import type { Feed, FeedItem } from "./feed.ts";
import {
  AUTHORS,
  type FeedChannel,
  dateIn,
  datesIn,
  firstSaid,
  idOf,
  linkOf,
  PUBLISHED,
  readItem,
  TITLES,
  UPDATED,
} from "./item.ts";
import { authorIn } from "./people.ts";
import { readText } from "./text.ts";
import { elementsOf, type FeedNode, childrenNamed, readTree } from "./tree.ts";

const ROOTS = new Set(["rss", "rdf:rdf", "feed", "channel"]);
const DESCRIPTIONS = "description subtitle tagline abstract dc:description itunes:summary itunes:subtitle".split(" ");

export interface XmlFeed extends Feed {
  /** Whether there is more than `maxItems` and what stands before them. */
  readonly isCut: boolean;
}

/**
 * Reads a document that may begin anyhow and end anywhere; undefined when nothing of a feed is in it.
 * @param base what relative references are relative to where the document does not say: its own address
 * @throws {HubError} `upstream_invalid` for nesting or a number of elements that no feed has.
 */
export function readXmlFeed(text: string, base: string, maxItems?: number): XmlFeed | undefined {
  const { root: tree, isCut } = readTree(text, base, maxItems);
  const items = itemsIn(tree);
  const root = find(tree, ({ name }) => ROOTS.has(name));
  if (root === undefined && items.length === 0) return undefined;
  const channel = find(tree, ({ name }) => name === "channel" || name === "feed") ?? root ?? tree;
  const isAtom = channel.name === "feed";
  const textOf = (names: readonly string[]) =>
    firstSaid(childrenNamed(channel, ...names), (element) => readText(element, isAtom))?.plain ?? null;
  const link = linkOf(channel, channel.base);
  const isBased = (node: FeedNode) => node.base !== base;
  const author = authorIn(channel, [...AUTHORS, "webmaster"]);
  const dates = items.flatMap((item) => datesIn(item, [...PUBLISHED, ...UPDATED]));
  const isDayFirst = beginsWithDay(dates, textOf(["language", "dc:language"]) ?? channel.attributes["xml:lang"] ?? "");
  const isWeb = link !== null && /^https?:/i.test(link);
  return {
    title: textOf(TITLES),
    link,
    description: textOf(DESCRIPTIONS),
    author,
    published: dateIn(channel, PUBLISHED, isDayFirst),
    updated: dateIn(channel, UPDATED, isDayFirst),
    id: idOf(channel, channel.base),
    isCut,
    items: read(items, { base: isAtom || !isWeb ? channel.base : link, isBased, author, isDayFirst }),
  };
}

/** One by one, so that nobody pays for what is not asked for; an item that came before is not read again. */
function* read(items: readonly FeedNode[], channel: FeedChannel): Iterable<FeedItem> {
  const seen = new Set<string>();
  for (const item of items) {
    const id = idOf(item, channel.base);
    if (id !== null && seen.has(id)) continue;
    if (id !== null) seen.add(id);
    yield readItem(item, channel);
  }
}

/** Wherever they stand: beside the channel in RDF, in it elsewhere. */
function itemsIn(node: FeedNode): FeedNode[] {
  return elementsOf(node).flatMap((element) =>
    element.name === "item" || element.name === "entry" ? [element] : itemsIn(element),
  );
}

/** The outermost of the first branch that fits. */
function find(node: FeedNode, fits: (node: FeedNode) => boolean): FeedNode | undefined {
  for (const element of elementsOf(node)) {
    if (fits(element)) return element;
    const inner = find(element, fits);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
