/**
 * The words of a web page, for judging what it is about: how it heads itself, and its first visible text. Plain data in and
 * plain data out, so that it can be done in another thread: a page may be megabytes of markup.
 */
import { decodeHTML } from "entities";
import { decodeText } from "../../src/text/charset.ts";
import type { PageSource } from "../../src/page/fields.ts";
import { stripMarkup } from "../../src/text/markup.ts";

export interface PageWords {
  /** Title and description: few words, chosen to say what the page is. */
  readonly head: string;
  readonly body: string;
}

/** A page says early what it is about; what follows is menus and small print. */
const MAX_BODY_CHARS = 3000;
/** Of title and description each; what is longer chooses nothing. */
const MAX_HEAD_CHARS = 1000;
const READ_CHARS = 512 * 1024;
const TEXT_TYPES = /^(?:$|text\/|application\/(?:.*\+)?(?:xml|json)\b)/i;

export default function wordsIn({ bytes, contentType }: Omit<PageSource, "url">): PageWords {
  const isText = TEXT_TYPES.test(contentType ?? "");
  return isText ? pageWords(decodeText(bytes, contentType, "html")) : { head: "", body: "" };
}

export function pageWords(html: string): PageWords {
  const source = html.slice(0, READ_CHARS);
  const title = /<title\b[^<>]*>([^<]*)/i.exec(source)?.[1] ?? "";
  const body = source.slice(Math.max(source.search(/<body\b/i), 0));
  const visible = stripMarkup(withoutElements(body));
  const head = [title, description(source)].map((text) => plain(text).slice(0, MAX_HEAD_CHARS));
  return { head: head.join(" ").trim(), body: plain(visible).slice(0, MAX_BODY_CHARS) };
}

/** Without the elements that nobody sees; one that is not closed stays. */
function withoutElements(html: string): string {
  const lower = html.toLowerCase();
  const neverClosed = new Set<string>();
  let rest = "";
  let end = 0;
  for (const { 0: tag, 1: name = "", index } of html.matchAll(/<(noscript|template|svg|nav|title)\b[^<>]*>/gi)) {
    const endTag = `</${name.toLowerCase()}>`;
    if (index < end || neverClosed.has(endTag)) continue;
    const closing = lower.indexOf(endTag, index + tag.length);
    if (closing === -1) {
      neverClosed.add(endTag);
      continue;
    }
    rest += `${html.slice(end, index)} `;
    end = closing + endTag.length;
  }
  return rest + html.slice(end);
}

function description(source: string): string {
  const tags = source.match(/<meta\s[^<>]{1,2000}>/gi) ?? [];
  const tag = tags.find((one) => /(?:name|property)\s*=\s*["']?(?:og:)?description\b/i.test(one)) ?? "";
  return /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? "";
}

function plain(text: string): string {
  return decodeHTML(text).replace(/\s+/g, " ").trim();
}
