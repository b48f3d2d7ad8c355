/**
 * The title of a page, to the letter. Headings, the title element, Open Graph and JSON-LD each have a say; the title
 * is what most of them agree on, as its heading writes it.
 */
import { HEADING } from "../tree/tags.ts";
import { clean, type Head } from "./head.ts";
import { ancestors, descendants, type Element, rawText } from "../tree/tree.ts";
import { isCommentsName, namesOf } from "../tree/class-names.ts";

export interface TitleSources {
  readonly head: Head;
  /** The headline of the linked data. */
  readonly headline: string | undefined;
  readonly siteName: string | undefined;
  /** The page's own address. */
  readonly url: URL;
  /** The page as its reader sees it. */
  readonly root: Element;
}

/** Between a title and the name of its site. */
const SEPARATOR = /(?<!\s)\s+(?:[|\-–—·•»«:~/>]|::|\|\||ǀ|⋆)\s+|(?:(?<!\s)\s+)?[|»]\s*/;
const MAX_HEADINGS = 20;
const MAX_TITLE_CHARS = 400;

interface TitleCandidate {
  readonly text: string;
  readonly weight: number;
}

export function findTitle(sources: TitleSources): string | null {
  const { head, headline, root } = sources;
  const isSite = siteJudge(sources);
  const social = head.meta("og:title", "twitter:title", "dc.title", "citation_title");
  const told = [head.title, social, headline].filter((each) => each !== undefined).map(letters);
  const isTold = (key: string): boolean => key.length >= 3 && told.some((each) => each.includes(key));

  const candidates: TitleCandidate[] = [];
  const headings = visibleHeadings(root).filter((each) => !isLogo(each.heading, sources));
  const tops = headings.filter(({ tag }) => tag === "h1");
  for (const [index, { text, inHeader }] of tops.entries()) {
    const weight = (tops.length === 1 ? 3.5 : 2.5) - Math.min(index, 5) * 0.2 - (inHeader && tops.length > 1 ? 0.5 : 0);
    candidates.push({ text, weight: weight + (isTold(letters(text)) ? 2.5 : 0) });
  }
  const isMuch = (key: string): boolean => told.some((each) => each.includes(key) && key.length >= each.length * 0.3);
  for (const { text, tag } of headings) {
    const key = letters(text);
    if (tag !== "h1" && key.length >= 5 && isMuch(key)) candidates.push({ text, weight: 4.2 });
  }
  if (social !== undefined) candidates.push({ text: withoutSite(social, isSite), weight: 3 });
  if (headline !== undefined) candidates.push({ text: headline, weight: 2.5 });
  if (head.title !== "") candidates.push({ text: withoutSite(head.title, isSite), weight: 2 });
  return bestOf(candidates, isSite);
}

/** Candidates that say the same add up; of equal ones the first found, a heading, is how it is written. */
function bestOf(candidates: readonly TitleCandidate[], isSite: (text: string) => boolean): string | null {
  const sums = new Map<string, { text: string; weight: number }>();
  for (const { text, weight } of candidates) {
    const key = letters(text);
    if (key === "" || text.length > MAX_TITLE_CHARS) continue;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { text, weight: isSite(text) ? weight - 6 : weight });
    else sum.weight += weight * 0.5;
  }
  let best: { text: string; weight: number } | undefined;
  for (const sum of sums.values()) if (best === undefined || sum.weight > best.weight) best = sum;
  return best?.text ?? null;
}

/** A heading that leads home from another page names the site. */
function isLogo(heading: Element, { head, url }: TitleSources): boolean {
  if (url.pathname === "/") return false;
  const href = descendants(heading)
    .find(({ tag }) => tag === "a")
    ?.attributes.get("href");
  if (href === undefined || href.startsWith("#")) return false;
  const target = URL.parse(head.resolve(href) ?? "");
  return target?.host === url.host && target.pathname === "/" && target.search === "";
}

interface TitleHeading {
  readonly heading: Element;
  readonly tag: string;
  readonly text: string;
  readonly inHeader: boolean;
}

function visibleHeadings(root: Element): TitleHeading[] {
  const found: TitleHeading[] = [];
  for (const each of descendants(root)) {
    if (!HEADING.test(each.tag)) continue;
    const text = clean(rawText(each));
    const around = [...ancestors(each)];
    if (text === "" || around.some((one) => /^(?:nav|footer|aside)$/.test(one.tag) || isCommentsName(namesOf(one))))
      continue;
    const inHeader =
      around.some((one) => one.tag === "header") && !around.some((one) => /^(?:article|main)$/.test(one.tag));
    found.push({ heading: each, tag: each.tag, text, inHeader });
    if (found.length >= MAX_HEADINGS) break;
  }
  return found;
}

/** Whether a text is but the name of the site. */
function siteJudge({ siteName, url: { hostname: host } }: TitleSources): (text: string) => boolean {
  const names = [siteName, host].filter((each) => each !== undefined).map(letters);
  const domain = letters(host.replace(/^www\./, "").replace(/\.[a-z.]{2,6}$/, ""));
  return (text) => {
    const key = letters(text);
    return (
      key === "" ||
      names.includes(key) ||
      (domain.length > 3 && (key === domain || key === letters(host.replace(/^www\./, ""))))
    );
  };
}

/** Without the name of the site before or after it, where the rest can stand for itself. */
function withoutSite(title: string, isSite: (text: string) => boolean): string {
  const parts = title.split(new RegExp(`(${SEPARATOR.source})`));
  if (parts.length < 3) return title;
  const last = parts.at(-1) ?? "";
  const first = parts[0] ?? "";
  const head = parts.slice(0, -2).join("");
  const tail = parts.slice(2).join("");
  if (isSite(last)) return withoutSite(head, isSite);
  if (isSite(first)) return tail;
  // The name of a site is short, and what is left of a title is not.
  const isName = last.split(/\s+/).length <= 4 && head.split(/\s+/).length > last.split(/\s+/).length;
  return isName ? head : title;
}

export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
