/** What a page says of itself for machines: meta elements, links and its title element. */
import type { BuiltPage } from "../tree/build.ts";
import { isOfReaders } from "./readers.ts";
import { visible } from "../tree/invisible.ts";
import { type Element, rawText, squeeze } from "../tree/tree.ts";

export interface Head {
  /** The first of these meta elements that says something, by `property`, `name`, `itemprop` or `http-equiv`. */
  meta(...names: readonly string[]): string | undefined;
  /** Everything these meta elements say, in the order of the document. */
  metas(...names: readonly string[]): readonly string[];
  /** The address of the first link of this relation, resolved. */
  link(relation: string): string | undefined;
  /** The title element; "" where there is none. */
  readonly title: string;
  /** Where relative addresses start from. */
  readonly base: URL;
  /** The address as an absolute http or https URL without its fragment; `undefined` for any other. */
  resolve(address: string | undefined): string | undefined;
  /** The same with its fragment: a place on a page. */
  resolvePlace(address: string | undefined): string | undefined;
}

export function readHead({ head }: BuiltPage, url: URL): Head {
  const said = new Map<string, string[]>();
  for (const each of head) {
    if (each.tag !== "meta") continue;
    const content = clean(each.attributes.get("content") ?? "");
    if (content === "" || (each.attributes.has("itemprop") && isOfReaders(each))) continue;
    for (const attribute of ["property", "name", "itemprop", "http-equiv"]) {
      const name = each.attributes.get(attribute)?.toLowerCase();
      if (name !== undefined) said.getOrInsertComputed(name, () => []).push(content);
    }
  }
  const base = baseOf(head, url);
  // A page leads to few places many times, and is written out twice.
  const places = new Map<string, string | undefined>();
  const resolvePlace = (address: string | undefined) =>
    address === undefined ? undefined : places.getOrInsertComputed(address, () => webAddress(address, base));
  const resolve = (address: string | undefined) => resolvePlace(address)?.replace(/#.*$/s, "");
  return {
    meta: (...names) => names.map((name) => said.get(name)?.[0]).find((content) => content !== undefined),
    metas: (...names) => names.flatMap((name) => said.get(name) ?? []),
    link: (relation) =>
      resolve(
        head
          .find((each) => each.tag === "link" && each.attributes.get("rel")?.toLowerCase() === relation)
          ?.attributes.get("href"),
      ),
    title: clean(titleElement(head)),
    base,
    resolve,
    resolvePlace,
  };
}

export function clean(text: string): string {
  return squeeze(visible(text));
}

function titleElement(head: readonly Element[]): string {
  // The pictures of a page may have titles, too.
  const title = head.find((each) => each.tag === "title" && !isInPicture(each));
  return title === undefined ? "" : rawText(title);
}

function isInPicture({ parent }: Element): boolean {
  return parent !== undefined && (parent.tag === "svg" || isInPicture(parent));
}

function baseOf(head: readonly Element[], url: URL): URL {
  const href = head.find((each) => each.tag === "base" && each.attributes.has("href"))?.attributes.get("href") ?? "";
  const base = URL.parse(href.trim(), url.href);
  return base !== null && /^https?:$/.test(base.protocol) ? base : url;
}

function webAddress(address: string, base: URL): string | undefined {
  const text = address.trim();
  if (text === "" || text.length > 8192) return undefined;
  const url = URL.parse(text, base.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  // A place without a name is none, and one that is told by its words is only of use to who made the link.
  if (url.hash === "" || url.hash.startsWith("#:~:")) url.hash = "";
  return url.href;
}
