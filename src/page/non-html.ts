/** Bodies that are no pages: plain text, JSON, feeds and other XML, in the same fields. */
import type { Page } from "./fields.ts";
import { buildTree } from "./tree/build.ts";
import { isoDate } from "./metadata/dates.ts";
import { clean, readHead } from "./metadata/head.ts";
import { hiddenBy } from "./tree/hidden.ts";
import { visible } from "./tree/invisible.ts";
import { linksOf } from "./output/links.ts";
import { fenceOf, toMarkdown } from "./output/markdown.ts";
import { countWords, elementText } from "./output/text.ts";
import { descendants, element, type Element, evenText, paragraph, rawText } from "./tree/tree.ts";

const NOTHING: Page = {
  title: null,
  description: null,
  text: "",
  markdown: "",
  author: null,
  site_name: null,
  published: null,
  modified: null,
  language: null,
  image: null,
  word_count: 0,
  links: [],
  headings: [],
  json_ld: [],
  facts: [],
};

export function readPlainText(source: string): Page {
  const text = visible(source).replace(/\r\n?/g, "\n").trim();
  return { ...NOTHING, text, markdown: text, word_count: countWords(text) };
}

export function readJsonText(source: string): Page {
  const { text, word_count } = readPlainText(source);
  const fence = fenceOf(text);
  return { ...NOTHING, text, markdown: text === "" ? "" : `${fence}json\n${text}\n${fence}`, word_count };
}

/** A feed is read as a page of its entries; of other XML the text is what counts. */
export function readXml(source: string, url: URL): Page {
  const built = buildTree(source, "xml");
  const head = readHead({ ...built, head: [] }, url);
  const top = built.root.children.find(
    (child): child is Element => typeof child !== "string" && !child.tag.startsWith("?"),
  );
  const isFeed = top !== undefined && /^(?:rss|feed|rdf:rdf)$/.test(top.tag);
  const channel = (isFeed && childOf(top, "channel")) || top;
  const content = isFeed ? entriesOf(top) : blocksOf(built.root);
  evenText(content);
  const text = elementText(content);
  const field = (...names: string[]): string | null =>
    (isFeed && channel !== undefined && names.map((name) => said(channel, name)).find((each) => each !== "")) || null;
  return {
    ...NOTHING,
    title: field("title"),
    description: field("description", "subtitle", "tagline"),
    published: isoDate(field("pubdate", "published") ?? undefined),
    modified: isoDate(field("lastbuilddate", "updated", "dc:date") ?? undefined),
    text,
    markdown: toMarkdown(content, text, head.resolve),
    word_count: countWords(text),
    links: linksOf(content, head, url),
  };
}

function entriesOf(feed: Element): Element {
  const content = element("#page", new Map());
  for (const entry of descendants(feed)) {
    if (entry.tag !== "item" && entry.tag !== "entry") continue;
    const heading = element("h2", new Map(), content);
    const link = element("a", new Map([["href", addressOf(entry)]]), heading);
    link.children.push(plain(said(entry, "title")));
    heading.children.push(link);
    content.children.push(heading, ...bodyOf(entry));
  }
  return content;
}

/** What is inside is HTML, written as text; its own scripts and hidden parts go. */
function bodyOf(entry: Element): Element[] {
  const inner = ["content:encoded", "content", "description", "summary"]
    .map((name) => childOf(entry, name))
    .find((each) => each !== undefined);
  if (inner === undefined) return [];
  const { root, styles } = buildTree(inner.children.every((child) => typeof child === "string") ? rawText(inner) : "");
  const body = root.children.length > 0 ? { ...root, tag: "div" } : { ...inner, tag: "div" };
  hiddenBy(styles)(body);
  return [body];
}

function addressOf(entry: Element): string {
  const links = entry.children.filter((child): child is Element => typeof child !== "string" && child.tag === "link");
  const main = links.find(({ attributes }) => (attributes.get("rel") ?? "alternate") === "alternate") ?? links[0];
  return main === undefined ? "" : (main.attributes.get("href") ?? rawText(main));
}

/** Each text a paragraph: nothing is known of what its elements mean. */
function blocksOf(root: Element): Element {
  const content = element("#page", new Map());
  const gather = (from: Element): void => {
    for (const child of from.children) {
      if (typeof child !== "string") gather(child);
      else if (child.trim() !== "") content.children.push({ ...paragraph(child), parent: content });
    }
  };
  gather(root);
  return content;
}

function childOf(of: Element, tag: string): Element | undefined {
  return of.children.find((child): child is Element => typeof child !== "string" && child.tag === tag);
}

function said(of: Element, tag: string): string {
  const found = childOf(of, tag);
  return found === undefined ? "" : plain(rawText(found));
}

/** Titles hold markup now and then. */
function plain(text: string): string {
  return clean(/[<&]/.test(text) ? rawText(buildTree(text).root) : text);
}
