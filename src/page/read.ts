/** Reads a page: the work that a thread of its own is for. Imports its libraries; nothing else of the hub does. */
import { decodeText } from "../net/charset.ts";
import type { Page, PageSource } from "./fields.ts";
import { buildTree } from "./build.ts";
import { chooseContent } from "./choose.ts";
import { readHead } from "./head.ts";
import { hiddenBy } from "./hidden.ts";
import { readLinkedData, textOf } from "./json-ld.ts";
import { kindOf } from "./kind.ts";
import { headingsOf, linksOf } from "./links.ts";
import { toMarkdown } from "./markdown.ts";
import { readMetadata, siteName } from "./metadata.ts";
import { readJsonText, readPlainText, readXml } from "./other.ts";
import { countWords, plainText } from "./text.ts";
import { findTitle } from "./title.ts";
import { copyOf, evenText, prune } from "./tree.ts";

export function readPage({ bytes, contentType, url: address }: PageSource): Page {
  const kind = kindOf(contentType, bytes);
  const source = decodeText(bytes, contentType, kind === "html" || kind === "xml" ? kind : undefined);
  const url = new URL(address);
  switch (kind) {
    case "html":
      return readHtml(source, url);
    case "xml":
      return readXml(source, url);
    case "json":
      return readJsonText(source);
    case "text":
      return readPlainText(source);
  }
}

function readHtml(source: string, url: URL): Page {
  const built = buildTree(source);
  const head = readHead(built, url);
  const linked = readLinkedData(built.head);
  const isHidden = hiddenBy(built.styles);
  const page = copyOf(built.root);
  prune(page, isHidden);
  evenText(page);

  const metadata = readMetadata({ head, linked, page, html: built.html });
  const title = findTitle({
    head,
    headline: textOf(linked.main?.["headline"]),
    siteName: siteName(head, linked),
    host: url.hostname,
    root: page,
  });
  const articleBody = linked.main?.["articleBody"];
  const content = chooseContent(page, built.root, isHidden, {
    title: title ?? head.title,
    description: metadata.description ?? "",
    articleBody: typeof articleBody === "string" ? articleBody : "",
  });
  const text = plainText(content);
  return {
    title,
    ...metadata,
    text,
    markdown: toMarkdown(content, text, head.resolve),
    word_count: countWords(text),
    links: linksOf(page, head, url),
    headings: headingsOf(content),
    json_ld: [...linked.types],
  };
}

export default readPage;
