/** What a page says about itself: in JSON-LD, Open Graph, meta elements, microdata and `<time>`, the surest first. */
import { isoDate } from "./dates.ts";
import { clean, type Head } from "./head.ts";
import { type LinkedData, namesOf as linkedNames, textOf } from "./json-ld.ts";
import { isOfReaders } from "./readers.ts";
import { descendants, type Element, rawText } from "../tree/tree.ts";
import { namesOf } from "../tree/class-names.ts";

export interface PageMetadata {
  readonly description: string | null;
  readonly author: string | null;
  readonly site_name: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly language: string | null;
  readonly image: string | null;
}

export interface MetadataSources {
  readonly head: Head;
  readonly linked: LinkedData;
  /** As its reader sees it. */
  readonly page: Element;
  readonly html: ReadonlyMap<string, string>;
}

const MAX_AUTHOR_CHARS = 120;

export function readMetadata(sources: MetadataSources): PageMetadata {
  const { head, linked, html } = sources;
  const main = linked.main ?? {};
  return {
    description:
      head.meta("description", "og:description", "twitter:description", "dc.description") ??
      textOf(main["description"]) ??
      null,
    author: authorOf(sources),
    site_name: siteName(head, linked) ?? null,
    published: firstDate(published(sources)),
    modified: firstDate(modified(sources)),
    language: languageOf(
      html.get("lang") ??
        html.get("xml:lang") ??
        head.meta("content-language", "og:locale", "dc.language") ??
        textOf(main["inLanguage"]),
    ),
    image: imageOf(head, main["image"]),
  };
}

/** The surest first; what needs a look at the whole page is asked for last. */
function* published(sources: MetadataSources): Generator<string | undefined> {
  const { head, linked } = sources;
  yield textOf(linked.main?.["datePublished"]);
  yield head.meta("article:published_time", "og:published_time", "og:article:published_time");
  yield* propertyDates(sources, "datePublished");
  yield head.meta(
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "citation_online_date",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
  );
  yield head.meta(
    "dc.date.issued",
    "dcterms.created",
    "dc.date",
    "dcterms.date",
    "date",
    "publish-date",
    "article.published",
  );
  yield textOf(linked.main?.["dateCreated"]);
  yield* timeElements(sources);
}

function* modified(sources: MetadataSources): Generator<string | undefined> {
  const { head, linked } = sources;
  yield textOf(linked.main?.["dateModified"]);
  yield head.meta("article:modified_time", "og:updated_time", "og:article:modified_time");
  yield* propertyDates(sources, "dateModified");
  yield head.meta("datemodified", "dcterms.modified", "last-modified", "lastmod", "revised");
}

export function siteName(head: Head, { main, nodes }: LinkedData): string | undefined {
  const named = head.meta("og:site_name", "application-name", "apple-mobile-web-app-title");
  if (named !== undefined && !/[{}]/.test(named)) return named;
  const site = nodes.find((node) => node["@type"] === "WebSite");
  return textOf(site?.["name"]) ?? linkedNames(main?.["publisher"], nodes)[0];
}

function authorOf({ head, linked, page }: MetadataSources): string | null {
  const told: (() => readonly string[])[] = [
    () => linkedNames(linked.main?.["author"], linked.nodes),
    () =>
      head.metas(
        "author",
        "article:author",
        "citation_author",
        "parsely-author",
        "byl",
        "dc.creator",
        "sailthru.author",
      ),
    () => marked(page, ({ attributes }) => /(?:^|\s)author(?:\s|$)/i.test(attributes.get("itemprop") ?? "")),
    () =>
      marked(page, ({ tag, attributes }) => tag === "a" && /(?:^|\s)author(?:\s|$)/i.test(attributes.get("rel") ?? "")),
    () =>
      marked(page, (each) =>
        /(?:^| )(?:byline|author name|post author|entry author|article author|autor|author)(?= |$)/.test(namesOf(each)),
      ),
  ];
  for (const names of told) {
    const good = [...new Set(names().map(personName))].filter((name) => name !== "");
    if (good.length > 0) return good.slice(0, 8).join(", ");
  }
  return null;
}

/** "By Ada Lovelace | 3 May" says more than who it was; what is no name says nothing. */
function personName(said: string): string {
  const name = clean(said)
    .replace(/^(?:written |posted |published )?(?:by|von|par|por|di|author|autor(?:in)?|text)\s*:?\s+/i, "")
    .replace(/(?<!\s)(?:\s*[|•·\n]|\s*,\s+\d|\s+\d)[^]*/, "")
    .trim();
  const isName =
    name.length >= 2 &&
    name.length <= MAX_AUTHOR_CHARS &&
    !/^https?:|[@<>{}]|^(?:admin|author|null|undefined)$/i.test(name);
  return isName && /\p{L}/u.test(name) ? name : "";
}

function marked(page: Element, isIt: (element: Element) => boolean): string[] {
  const found: string[] = [];
  for (const each of descendants(page)) {
    if (!isIt(each) || isOfReaders(each)) continue;
    const name = descendants(each).find(({ attributes }) => attributes.get("itemprop") === "name");
    const text = rawText(name ?? each);
    if (text.length < 200) found.push(text);
    if (found.length > 0) break; // The next one is of another article, or the same again.
  }
  return found;
}

function* propertyDates({ page }: MetadataSources, property: string): Generator<string> {
  for (const each of descendants(page)) {
    if (each.attributes.get("itemprop")?.split(/\s+/).includes(property) !== true || isOfReaders(each)) continue;
    yield each.attributes.get("datetime") ?? each.attributes.get("content") ?? rawText(each);
  }
}

function* timeElements({ page }: MetadataSources): Generator<string> {
  for (const each of descendants(page)) {
    if (each.tag === "time" && !isOfReaders(each)) {
      yield each.attributes.get("datetime") ?? rawText(each);
    }
  }
}

function firstDate(said: Iterable<string | undefined>): string | null {
  for (const each of said) {
    const date = isoDate(each);
    if (date !== null) return date;
  }
  return null;
}

/** BCP 47: "en_us" is written "en-US". */
function languageOf(said: string | undefined): string | null {
  const tag = /^\s*([a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3})\b/i.exec(said ?? "")?.[1]?.replaceAll("_", "-");
  if (tag === undefined) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

function imageOf(head: Head, linked: unknown): string | null {
  const said = head.meta("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src");
  const told = typeof linked === "object" && linked !== null && "url" in linked ? linked.url : linked;
  return head.resolve(said) ?? head.resolve(textOf(told)) ?? head.link("image_src") ?? null;
}
