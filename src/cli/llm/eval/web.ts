/** The world of the cases: pages, feeds and an encyclopedia that stand in files. Nothing else is reached. */
import type { Fetch, FetchResult } from "../../../runtime/actor.ts";
import { presetNamed } from "../../../feed/presets.ts";
import type { CaseFile } from "./cases.ts";

export interface CaseWeb {
  readonly fetch: Fetch;
  /** What was read since the last call, as text; called before each case. */
  read(): string;
}

interface Document {
  readonly type: string;
  readonly body: string;
  /** What stands in it, without marks. */
  readonly text: string;
}

const ENCYCLOPEDIA = "https://en.wikipedia.org";

export function caseWeb(material: readonly CaseFile[]): CaseWeb {
  const documents = new Map<string, Document>(material.flatMap((file) => [...documentsOf(file)]));
  let read: string[] = [];
  return {
    fetch: async (url): Promise<FetchResult> => {
      const found = documents.get(keyOf(url));
      if (found !== undefined) read.push(url, found.text);
      const { type, body } = found ?? emptyAnswer(url);
      const status = found === undefined && !isSearch(url) ? 404 : 200;
      return { url, status, headers: new Headers({ "content-type": type }), bytes: new TextEncoder().encode(body) };
    },
    read() {
      const text = read.join("\n");
      read = [];
      return text;
    },
  };
}

function* documentsOf({ pages = [], feeds = [], encyclopedia = [] }: CaseFile): Generator<[string, Document]> {
  for (const { url, title, text } of pages) {
    const paragraphs = text.map((one) => `<p>${escaped(one)}</p>`).join("\n");
    const body = `<!doctype html><html><head><title>${escaped(title)}</title></head><body><main><article><h1>${escaped(title)}</h1>\n${paragraphs}</article></main></body></html>`;
    yield [keyOf(url), { type: "text/html; charset=utf-8", body, text: [title, ...text].join("\n") }];
  }
  for (const { url, title, items } of feeds) {
    const entries = items.map(
      (one) =>
        `<item><title>${escaped(one.title)}</title><link>${escaped(one.link)}</link><guid>${escaped(one.link)}</guid><description>${escaped(one.summary)}</description><pubDate>${one.date}</pubDate></item>`,
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escaped(title)}</title><link>https://feeds.invalid/</link><description>${escaped(title)}</description>${entries.join("")}</channel></rss>`;
    const text = [title, ...items.flatMap((one) => Object.values(one))].join("\n");
    yield [keyOf(presetNamed(url)?.url ?? url), { type: "application/rss+xml; charset=utf-8", body, text }];
  }
  const asked = Map.groupBy(encyclopedia, ({ query }) => query);
  for (const [query, articles] of asked) {
    const found = { query: { search: articles.map(({ title }) => ({ title })) } };
    yield [searchKey(query), { type: "application/json", body: JSON.stringify(found), text: "" }];
  }
  for (const { title, description, extract } of encyclopedia) {
    const path = encodeURIComponent(title.replaceAll(" ", "_"));
    const page = `${ENCYCLOPEDIA}/wiki/${path}`;
    const body = JSON.stringify({ type: "standard", title, description, extract, content_urls: { desktop: { page } } });
    const text = [title, description, extract, page].join("\n");
    yield [keyOf(`${ENCYCLOPEDIA}/api/rest_v1/page/summary/${path}`), { type: "application/json", body, text }];
  }
}

function keyOf(url: string): string {
  const { origin, pathname, search, searchParams } = new URL(url);
  return isSearch(url) ? searchKey(searchParams.get("srsearch") ?? "") : `${origin}${pathname}${search}`;
}

function isSearch(url: string): boolean {
  return new URL(url).pathname === "/w/api.php";
}

function searchKey(query: string): string {
  return `search ${query.toLowerCase().replace(/\s+/g, " ").trim()}`;
}

/** Of an address that the cases do not know. */
function emptyAnswer(url: string): Omit<Document, "text"> {
  if (isSearch(url)) return { type: "application/json", body: JSON.stringify({ query: { search: [] } }) };
  return { type: "text/plain", body: "No case has this address." };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
