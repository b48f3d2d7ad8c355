/** Reads a page: the work that a thread of its own is for. Imports its libraries; nothing else of the hub does. */
import { decodeText } from "../text/charset.ts";
import type { Page, PageSource } from "./fields.ts";
import { buildTree } from "./tree/build.ts";
import { chooseContent } from "./choose.ts";
import { readHead } from "./metadata/head.ts";
import { embeddedText } from "./embedded.ts";
import { factsOf } from "./metadata/facts.ts";
import { flattenCode } from "./tree/code.ts";
import { closedParts } from "./tree/disclosure.ts";
import { hiddenBy } from "./tree/hidden.ts";
import { readLinkedData, textOf, typesOf } from "./metadata/json-ld.ts";
import { kindOf } from "./kind.ts";
import { linkHeadlines } from "./output/cards.ts";
import { dropPermalinks, headingsOf, linksOf } from "./output/links.ts";
import { toMarkdown } from "./output/markdown.ts";
import { isMarkdown, readMarkdown } from "./markdown-document.ts";
import { readMetadata, siteName } from "./metadata/metadata.ts";
import { readJsonText, readPlainText, readXml } from "./non-html.ts";
import { refreshTarget } from "./refresh.ts";
import { countWords, elementText } from "./output/text.ts";
import { dropFieldLabels } from "./frame/attached.ts";
import { isOfLetters } from "./frame/comments.ts";
import { dropOverlays } from "./frame/overlays.ts";
import { flattenShadows } from "./tree/shadow.ts";
import { iconLabel, spellOut } from "./tree/spelled.ts";
import { placeStreamed } from "./tree/streamed.ts";
import { isThread, isThreadType } from "./tree/thread.ts";
import { NEVER_SHOWN } from "./tree/tags.ts";
import { findTitle } from "./metadata/title.ts";
import { wallOf } from "./wall.ts";
import { copyOf, type Element, evenText, prune } from "./tree/tree.ts";

const TOO_LARGE = "The page has too many elements: only its beginning was read.";
const ARTICLE_TYPE = /(?:Article|BlogPosting|NewsArticle|Report)$/;

export function readPage({ bytes, contentType, url: address }: PageSource): Page {
  const kind = kindOf(contentType, bytes);
  const source = decodeText(bytes, contentType, kind === "html" || kind === "xml" ? kind : undefined);
  const url = new URL(address);
  switch (kind) {
    case "html":
      return readHtml(source, url, isXhtml(contentType) ? "xhtml" : "html");
    case "xml":
      return readXml(source, url);
    case "json":
      return readJsonText(source);
    case "text":
      return isMarkdown(contentType, url) ? readMarkdown(source, url) : readPlainText(source);
  }
}

/** XHTML sent as HTML is read as HTML, as browsers do. */
function isXhtml(contentType: string | null): boolean {
  return /^\s*[\w.-]{1,60}\/(?:[\w.-]{1,60}\+)?xml\b/i.test(contentType ?? "");
}

function readHtml(source: string, url: URL, kind: "html" | "xhtml"): Page {
  const built = buildTree(source, kind);
  placeStreamed(built.root);
  flattenShadows(built.root);
  const head = readHead(built, url);
  const linked = readLinkedData(built.head);
  const page = copyOf(built.root);
  prune(page, (each) => NEVER_SHOWN.has(each.tag) && !(each.tag === "svg" && iconLabel(each) !== undefined));
  const asksForConsent = dropOverlays(page) > 0;
  spellOut(page);
  dropFieldLabels(page);
  const dropHidden = hiddenBy(built.styles, closedParts(page));
  dropHidden(page);
  flattenCode(page);
  dropPermalinks(page);
  evenText(page);

  const metadata = readMetadata({ head, linked, page, html: built.html });
  const title = findTitle({
    head,
    headline: textOf(linked.main?.["headline"]),
    siteName: siteName(head, linked),
    url,
    root: page,
  });
  const articleBody = linked.main?.["articleBody"];
  const shown = chooseContent(page, built.root, dropHidden, {
    title: title ?? head.title,
    description: metadata.description ?? "",
    isArticle:
      /article/i.test(head.meta("og:type") ?? "") ||
      linked.nodes.some((node) => typesOf(node).some((type) => ARTICLE_TYPE.test(type))),
    isThread: isThread(page) || isOfLetters(page) || linked.nodes.some((node) => typesOf(node).some(isThreadType)),
    articleBody: typeof articleBody === "string" ? articleBody : "",
  });
  const shell = wallOf({
    title,
    sent: () => sentPage(built.root),
    content: shown,
    asksForConsent,
    isSigned: metadata.author !== null || metadata.published !== null,
    hasScripts: source.includes("<script"),
  });
  const embedded = shell === "script_shell" ? embeddedText(built.root) : undefined;
  const wall = embedded === undefined ? shell : undefined;
  const content = embedded ?? shown;
  if (wall !== undefined) content.children = [];
  linkHeadlines(content);
  const text = elementText(content);
  const refresh = refreshTarget(built.head, head, url);
  return {
    ...(wall === undefined ? {} : { wall }),
    ...(refresh === undefined ? {} : { refresh }),
    ...(built.isCut ? { cut: TOO_LARGE } : {}),
    title,
    ...metadata,
    text,
    markdown: toMarkdown(content, text, head.resolvePlace),
    word_count: countWords(text),
    links: linksOf(page, head, url),
    headings: headingsOf(content),
    json_ld: [...linked.types],
    facts: factsOf(linked),
  };
}

/** With the controls and requests that a reading leaves out. */
function sentPage(root: Element): Element {
  const page = copyOf(root);
  prune(page, ({ tag }) => NEVER_SHOWN.has(tag));
  evenText(page);
  return page;
}

export default readPage;
