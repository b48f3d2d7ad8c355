/** What hangs on an item: its categories, its enclosures, its picture. */
import type { Enclosure } from "./feed.ts";
import { webLink } from "./links.ts";
import { oneLine } from "./text.ts";
import { type FeedNode, childrenNamed, textIn } from "./tree.ts";

const MAX_LISTED = 100;

export function categoriesOf(node: FeedNode): string[] {
  const names = childrenNamed(node, "category", "dc:subject", "itunes:category", "media:category").flatMap(
    (element) => {
      const { label, term, text } = element.attributes;
      return [oneLine(label ?? "") ?? oneLine(textIn(element)) ?? oneLine(term ?? "") ?? oneLine(text ?? "")];
    },
  );
  const keywords = childrenNamed(node, "itunes:keywords", "media:keywords").flatMap((element) =>
    textIn(element).split(","),
  );
  const all = [...names, ...keywords.map(oneLine)].filter((name) => name !== null);
  return [...new Set(all)].slice(0, MAX_LISTED);
}

export function enclosuresOf(node: FeedNode, base: string): Enclosure[] {
  const links = childrenNamed(node, "link").filter(({ attributes }) =>
    /(?:^|\/)enclosure$/i.test(attributes["rel"] ?? ""),
  );
  const byUrl = new Map<string, Enclosure>();
  for (const { attributes } of [...childrenNamed(node, "enclosure"), ...links, ...mediaOf(node, "media:content")]) {
    const url = webLink(attributes["url"] ?? attributes["href"] ?? attributes["rdf:resource"], base);
    if (url === null || byUrl.has(url)) continue;
    const length = /^\s*(\d{1,15})\s*$/.exec(attributes["length"] ?? attributes["filesize"] ?? "")?.[1];
    byUrl.set(url, {
      url,
      type: oneLine(attributes["type"] ?? ""),
      length: length === undefined ? null : Number(length),
    });
  }
  return [...byUrl.values()].slice(0, MAX_LISTED);
}

export function imageOf(node: FeedNode, base: string): string | null {
  const isPicture = ({ attributes: { medium, type = "" } }: FeedNode) => medium === "image" || /^image\//i.test(type);
  const images = childrenNamed(node, "image", "itunes:image");
  const found = [
    ...mediaOf(node, "media:content").filter(isPicture),
    ...mediaOf(node, "media:thumbnail"),
    ...images,
    ...childrenNamed(node, "enclosure", "link").filter(isPicture),
    ...mediaOf(node, "media:content").flatMap((content) => childrenNamed(content, "media:thumbnail")),
  ];
  for (const element of found) {
    const { url, href } = element.attributes;
    // An image of RSS has its address in an element, or is nothing but its address.
    const inside = childrenNamed(element, "url").map(textIn)[0] ?? textIn(element);
    const image = webLink(url ?? href ?? (/\s\S/.test(inside.trim()) ? undefined : inside), base);
    if (image !== null) return image;
  }
  return null;
}

/** The first picture of a text that is safe already. */
export function pictureIn(html: string | null): string | null {
  const src = /<img src="([^"]+)"/.exec(html ?? "")?.[1];
  return src === undefined ? null : src.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** Media may stand in an item, or in groups of it. */
function mediaOf(node: FeedNode, name: string): FeedNode[] {
  return [
    ...childrenNamed(node, name),
    ...childrenNamed(node, "media:group").flatMap((group) => childrenNamed(group, name)),
  ];
}
