/** Narrow columns beside the headline that hold links to elsewhere, or requests, and little else. */
import { SIDE_AT_MOST } from "./names.ts";
import { PAGE_PARTS } from "./words.ts";
import { headlineOf } from "../tree/headline.ts";
import { textDensity } from "../tree/text-density.ts";
import { ancestors, descendants, type Element, prune } from "../tree/tree.ts";

/** The width of a column in a grid of twelve, by the names that the usual frameworks give it. */
const COLUMN =
  /(?:^|\s)(?:col-(?:xs|sm|md|lg|xl)?-?|(?:sm|md|lg|xl):col-span-|col-span-|span|grid_|large-|medium-|uk-width-1-)(\d{1,2})(?=\s|$)/;

const NARROW = 4;

/** Narrow columns beside the headline that hold links to elsewhere, or requests, and little else. */
export function dropSideColumns(root: Element, title: string): void {
  const headline = headlineOf(root, title);
  if (headline === undefined) return;
  const around = new Set(ancestors(headline));
  const beside = [...around]
    .flatMap(({ children }) => children)
    .filter((each): each is Element => typeof each !== "string" && !around.has(each) && isNarrow(each));
  if (beside.length === 0) return;
  const columns = new Set(beside);
  const density = textDensity(root);
  const whole = density(root).text;
  prune(root, (each) => {
    if (!columns.has(each)) return false;
    const { text, linked } = density(each);
    if (text > whole * SIDE_AT_MOST || linked < text * 0.3) return false;
    return !descendants(each).some(({ tag }) => PAGE_PARTS.has(tag) || tag === "dl" || HEADLINE.test(tag));
  });
}

function isNarrow({ attributes }: Element): boolean {
  return Number(COLUMN.exec(attributes.get("class") ?? "")?.[1] ?? 12) <= NARROW;
}

const HEADLINE = /^h[12]$/;
