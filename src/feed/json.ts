/** JSON Feed 1.0 and 1.1 (jsonfeed.org), with the slips its writers make: numbers for ids, one author for a list. */
import { Type } from "../runtime/actor.ts";
import { Value } from "@sinclair/typebox/value";
import type { Enclosure, Feed, FeedItem } from "./feed.ts";
import { summaryOf } from "./feed.ts";
import { readDate } from "./date.ts";
import { safeLink, webLink } from "./links.ts";
import { pictureIn } from "./media.ts";
import { nameWithMail, personText } from "./people.ts";
import { oneLine, asPlainText, safeContent } from "./text.ts";
import { listOf } from "../text/foreign.ts";

const Fields = Type.Record(Type.String(), Type.Unknown());
type Fields = Readonly<Record<string, unknown>>;

/** Reads parsed JSON; undefined when it is something else than a feed. */
export function readJsonFeed(value: unknown, base: string): Feed | undefined {
  if (!Value.Check(Fields, value)) return undefined;
  const isNamed = /jsonfeed\.org/i.test(textOf(value["version"]) ?? "");
  const { items } = value;
  // Some write a feed without items as one without the list of them.
  if (!Array.isArray(items) && !(isNamed && (items ?? null) === null)) return undefined;
  if (!isNamed && textOf(value["title"]) === null) return undefined;
  const author = authorOf(value);
  const link = safeLink(textOf(value["home_page_url"]) ?? undefined, base);
  return {
    title: oneLine(textOf(value["title"]) ?? ""),
    link,
    description: oneLine(textOf(value["description"]) ?? ""),
    author,
    published: null,
    updated: null,
    id: textOf(value["feed_url"]),
    items: read(listOf(items), link ?? base, author),
  };
}

function* read(items: readonly unknown[], base: string, author: string | null): Iterable<FeedItem> {
  for (const item of items) if (Value.Check(Fields, item)) yield readItem(item, base, author);
}

function readItem(item: Fields, base: string, author: string | null): FeedItem {
  const written = (name: string) => textOf(item[name]) ?? undefined;
  const html = written("content_html");
  const text = written("content_text");
  const link = safeLink(written("url") ?? written("external_url"), base);
  const content =
    html === undefined
      ? text === undefined
        ? undefined
        : ({ kind: "plain", value: text, base } as const)
      : ({ kind: "html", value: html, base } as const);
  const contentHtml = safeContent(content);
  return {
    title: oneLine(written("title") ?? ""),
    link,
    summary: summaryOf(oneLine(written("summary") ?? "") ?? asPlainText(content)),
    content_html: contentHtml,
    author: authorOf(item) ?? author,
    published: readDate(written("date_published")) ?? null,
    updated: readDate(written("date_modified")) ?? null,
    id: oneLine(written("id") ?? "") ?? link,
    categories: [...new Set(listOf(item["tags"]).map((tag) => oneLine(textOf(tag) ?? "")))].filter(
      (tag) => tag !== null,
    ),
    enclosures: attachmentsOf(item, base),
    image: webLink(written("image") ?? written("banner_image"), base) ?? pictureIn(contentHtml),
  };
}

function attachmentsOf(item: Fields, base: string): Enclosure[] {
  return listOf(item["attachments"]).flatMap((attachment) => {
    if (!Value.Check(Fields, attachment)) return [];
    const url = webLink(textOf(attachment["url"]) ?? undefined, base);
    const size = attachment["size_in_bytes"];
    const length = typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? size : null;
    return url === null ? [] : [{ url, type: textOf(attachment["mime_type"]), length }];
  });
}

/** Version 1.1 has `authors`, version 1.0 had `author`. */
function authorOf(holder: Fields): string | null {
  const people = [...listOf(holder["authors"]), holder["author"]].map((person) => {
    if (typeof person === "string") return personText(person);
    return Value.Check(Fields, person) ? nameWithMail(oneLine(textOf(person["name"]) ?? ""), null) : null;
  });
  return [...new Set(people.filter((person) => person !== null))].join(", ") || null;
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
