/** The table of contents of the page itself: what its headings say again, each with a link to the heading. */
import { letters } from "../metadata/title.ts";
import { HEADING } from "../tree/tags.ts";
import { textDensity } from "../tree/text-density.ts";
import { ancestors, descendants, type Element, prune, rawText } from "../tree/tree.ts";
import { PAGE_PARTS } from "./words.ts";

const LISTS = new Set(["ul", "ol", "p", "div", "nav"]);
const MIN_LINKS = 2;
/** Of what heads a table of contents. */
const MAX_HEAD_CHARS = 40;

export function dropOwnContents(root: Element): void {
  const headings = headingsIn(root);
  const said = new Set(headings.map((each) => letters(rawText(each))));
  const places = new Set(headings.map(({ attributes }) => attributes.get("id")));
  const density = textDensity(root);
  const leadsToHeading = (link: Element): boolean => {
    const href = link.attributes.get("href") ?? "";
    return href.startsWith("#") && (places.has(href.slice(1)) || said.has(letters(rawText(link))));
  };
  const isContents = (each: Element): boolean => {
    const { text, linked } = density(each);
    if (!LISTS.has(each.tag) || text === 0 || linked < text * 0.8) return false;
    const links = descendants(each)
      .filter(({ tag }) => tag === "a")
      .toArray();
    return links.length >= MIN_LINKS && links.every(leadsToHeading);
  };
  const gone = new Set<Element>();
  for (const each of descendants(root)) {
    if (!isContents(each)) continue;
    gone.add(each);
    const box = ancestors(each).find((around) => density(around).text > density(each).text);
    if (box?.parent === undefined || PAGE_PARTS.has(box.tag)) continue;
    if (density(box).text - density(each).text > MAX_HEAD_CHARS) continue;
    // With the words that head it.
    const inBox = headingsIn(box);
    if (inBox.length < 2 && inBox[0]?.tag !== "h1") gone.add(box);
  }
  if (gone.size > 0) prune(root, (each) => gone.has(each));
}

function headingsIn(part: Element): Element[] {
  return descendants(part)
    .filter(({ tag }) => HEADING.test(tag))
    .toArray();
}
