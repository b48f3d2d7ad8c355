/** Where a page leads, and the headings it is divided by. */
import { clean, type Head } from "../metadata/head.ts";
import { HEADING } from "../tree/tags.ts";
import { descendants, type Element, prune, rawText } from "../tree/tree.ts";

export interface Link {
  readonly url: string;
  readonly text: string;
  /** It leads to the same site. */
  readonly internal: boolean;
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

const MAX_LINKS = 1_000;
const MAX_LINK_CHARS = 300;
const MAX_HEADINGS = 300;

/** Each address once, in the order of the page, with the first words that lead there. */
export function linksOf(page: Element, head: Head, url: URL): Link[] {
  const found = new Map<string, { url: string; text: string; internal: boolean }>();
  const site = siteOf(url.hostname);
  for (const each of descendants(page)) {
    if (each.tag !== "a" && each.tag !== "area" && each.tag !== "frame") continue;
    const href = each.attributes.get(each.tag === "frame" ? "src" : "href");
    if (href === undefined || href.trim().startsWith("#")) continue;
    const target = head.resolve(href);
    if (target === undefined) continue;
    const said = rawText(each) || (each.attributes.get("alt") ?? each.attributes.get("name") ?? "");
    const text = clean(said).slice(0, MAX_LINK_CHARS);
    const known = found.get(target);
    if (known !== undefined) known.text ||= text;
    else if (found.size < MAX_LINKS)
      found.set(target, { url: target, text, internal: siteOf(hostOf(target)) === site });
  }
  return [...found.values()];
}

const PERMALINK =
  /^(?:[#¶§\s]|\u{1f517}|\u2693|\ufe0e|\ufe0f)*$|^(?:permalink|direct link|link to this|anchor|direktlink|lien permanent)/iu;

/** Signs in headings that lead to the heading itself. */
export function dropPermalinks(page: Element): void {
  for (const heading of descendants(page)) {
    if (!HEADING.test(heading.tag)) continue;
    prune(heading, (each) => each.tag === "a" && isPermalink(each));
  }
}

function isPermalink(link: Element): boolean {
  const said = rawText(link).trim();
  return (
    (link.attributes.get("href") ?? "#").startsWith("#") &&
    PERMALINK.test(said) &&
    !descendants(link).some(({ tag }) => tag === "img")
  );
}

export function headingsOf(content: Element): Heading[] {
  const found: Heading[] = [];
  for (const each of descendants(content)) {
    if (!HEADING.test(each.tag)) continue;
    const text = clean(rawText(each));
    if (text !== "") found.push({ level: Number(each.tag[1]), text });
    if (found.length === MAX_HEADINGS) break;
  }
  return found;
}

/** Of an address as a parser writes it, without a name or password. */
function hostOf(address: string): string {
  return address.slice(address.indexOf("//") + 2).replace(/(?::\d+)?[/?#].*$/s, "");
}

function siteOf(hostname: string): string {
  return hostname.replace(/^www\./, "");
}
