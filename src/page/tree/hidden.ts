/** What a page holds and does not show: for machines, for later, or for those it wants to fool. */
import { colorOf, type Effects, effectsOf, MAY_HIDE, plainStyle } from "./style.ts";
import { readStyleSheet, type StyleSheet } from "./style-sheet.ts";
import { UNSEEN } from "./tags.ts";
import { ancestors, descendants, type Element, prune, rawText } from "./tree.ts";
import { names, namesOf } from "./class-names.ts";

const WHITE = "#ffffff";
const HIDING_CLASS =
  /(?:^|\s)(?:visually-?hidden|sr-only(?:-focusable)?|screen-?reader(?:-text|-only|-response)?|a11y-hidden|u-?hidden|is-hidden|hidden|hide|d-none|js-hidden|element-invisible|element-hidden|offscreen|off-screen)(?=\s|$)/i;
/** A second class shows it on screens that are wide enough. */
const RESPONSIVE_CLASS =
  /(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl|print)-|\d?[a-z]{2}:(?:!?block|flex|inline|grid|table|contents|visible)|(?:show|visible|block|flex)(?:-for)?-(?:sm|md|lg|xl|medium|large|desktop|tablet))/;
/** Parts that come into view as their reader scrolls: what libraries and site builders mark them with. */
const STAGED_ATTRIBUTE =
  /^data-(?:aos|sal|scroll|scrollreveal|sr|animate|animation|animated|anim|reveal|w-id|framer|motion|gsap|inview|in-view|entrance|fade|appear|wow|lazy|ani|element-type)/;
const STAGED_NAME = names(
  "wow|aos(?: init)?|sal|reveal|scroll ?reveal|animate[ds]?|animation|animate (?:on|in)|anim|fade|fade ?in|fade in (?:up|down|left|right)|fade ?(?:up|down|left|right)|elementor invisible|invisible until|wixui|framer|motion|gsap|inview|in view|appear|to ?animate|js ?(?:reveal|fade|animate)|slide ?(?:in|up)|et waypoint|et pb animation|vc animate|wpb animate when almost visible|preload|loading|lazy ?load",
);
/** What opens over a page is no part of it until then. */
const OVER_NAME = names(
  "modal|dialog|menu|submenu|mega ?menu|dropdown|drop ?down|tooltip|popup|pop ?up|popover|overlay|drawer|off ?canvas|lightbox|toast|snackbar|cookie|consent|search|nav|navbar|navigation|loader|spinner|preloader|alert|notification|message",
);
/** A transition from a place nearby. */
const ENTRANCE = /(?:^|;)(?:transform:|transition:|animation|will-change:|translate:)/;
/** A part with so much of all text is the page. */
const MOST = 0.5;
const MIN_MOST_CHARS = 200;

/** Takes out what the reader of a page does not see. */
export type DropHidden = (root: Element) => void;

/** For one page, whose style sheets are `styles`; `opened` are the parts that its reader can open. */
export function hiddenBy(styles: string, opened: ReadonlySet<Element> = new Set()): DropHidden {
  const sheet = readStyleSheet(styles);
  return (root) => {
    const isWhole = mostText(root);
    prune(root, (each) => isHidden(each, sheet, opened, isWhole));
    if (sheet.unsizes || descendants(root).some(isWithoutSize)) dropTextWithoutSize(root, sheet);
  };
}

function isHidden(
  element: Element,
  sheet: StyleSheet,
  opened: ReadonlySet<Element>,
  isWhole: (element: Element) => boolean,
): boolean {
  const { tag, attributes } = element;
  if (UNSEEN.has(tag)) return true;
  if (opened.has(element)) return false;
  if (tag === "dialog" && !attributes.has("open")) return true;
  if (attributes.size === 0) return false;
  if (attributes.has("hidden") && attributes.get("hidden") !== "until-found") return true;
  if ((attributes.get("aria-hidden") === "true" && !isWhole(element)) || attributes.has("popover")) return true;
  const color = tag === "font" ? attributes.get("color") : undefined;
  if (color !== undefined && isWhiteOnWhite(element, `color:${color}`)) return true;
  const style = attributes.get("style");
  const said = style !== undefined && MAY_HIDE.test(style) ? effectsOf(style) : undefined;
  if (said?.isOff === true || said?.isAway === true) return true;
  if (said?.isUnseen === true && !isStaged(element, sheet, isWhole)) return true;
  if (style !== undefined && isWhiteOnWhite(element, style)) return true;
  if (!attributes.has("class") && !attributes.has("id")) return false;
  const ruled: Effects = sheet.hiding(element);
  if (ruled.isOff === true || ruled.isAway === true) return said?.isOff !== false;
  if (ruled.isUnseen === true && said?.isUnseen !== false && !isStaged(element, sheet, isWhole)) return true;
  const classes = attributes.get("class") ?? "";
  // Where the page's own rules speak of the name, they have been asked.
  return (
    HIDING_CLASS.test(classes) && !RESPONSIVE_CLASS.test(classes) && said?.isOff !== false && !sheet.isShown(element)
  );
}

/** Not seen only until a script has run or its reader has scrolled there. */
function isStaged(element: Element, sheet: StyleSheet, isWhole: (element: Element) => boolean): boolean {
  const called = namesOf(element);
  if (OVER_NAME.test(called)) return false;
  const { attributes } = element;
  return (
    STAGED_NAME.test(called) ||
    ENTRANCE.test(plainStyle(attributes.get("style") ?? "")) ||
    attributes.keys().some((name) => STAGED_ATTRIBUTE.test(name)) ||
    /_animation/.test(attributes.get("data-settings") ?? "") ||
    sheet.isUndoneLater(element) ||
    isWhole(element)
  );
}

/** Tells the parts that are most of a page, or hold its main part. */
function mostText(root: Element): (element: Element) => boolean {
  let whole = -1;
  return (element) => {
    if (whole < 0) whole = rawText(root).replace(/\s+/g, " ").length;
    const own = rawText(element).replace(/\s+/g, " ").length;
    return (
      own >= MIN_MOST_CHARS &&
      (own > whole * MOST || descendants(element).some(({ tag }) => tag === "h1" || tag === "main"))
    );
  };
}

/** Letters without a size are not seen, whereas what is inside of them may set a size of its own. */
function dropTextWithoutSize(root: Element, sheet: StyleSheet): void {
  const visit = (element: Element, isWithout: boolean): void => {
    let isUnsized = isWithout;
    if (element.attributes.size > 0) {
      const style = element.attributes.get("style");
      const own = style !== undefined && /font/i.test(style) ? effectsOf(style)?.hasSize : undefined;
      if (own !== undefined) isUnsized = !own;
      else if (isWithout) isUnsized = sheet.hasSize(element) !== true;
      else isUnsized = sheet.isWithoutSize(element);
    }
    if (isUnsized) element.children = element.children.filter((child) => typeof child !== "string");
    for (const child of element.children) if (typeof child !== "string") visit(child, isUnsized);
  };
  visit(root, false);
}

function isWithoutSize({ attributes }: Element): boolean {
  const style = attributes.size === 0 ? undefined : attributes.get("style");
  return style !== undefined && /font/i.test(style) && effectsOf(style)?.hasSize === false;
}

/** White where nothing says that the ground is of another colour. */
function isWhiteOnWhite(element: Element, style: string): boolean {
  const color = /color/i.test(style) ? colorOf(plainStyle(style), "color") : undefined;
  if (color !== WHITE) return false;
  return ![element, ...ancestors(element)].some(
    ({ attributes }) => attributes.has("bgcolor") || /background/i.test(attributes.get("style") ?? ""),
  );
}
