/** What a page holds and does not show: for machines, for later, or for those it wants to fool. */
import { withoutSpans } from "../text/spans.ts";
import { UNSEEN } from "./tags.ts";
import { ancestors, type Element } from "./tree.ts";

const HIDING_STYLE = new RegExp(
  [
    "(?:^|;)display:none",
    "(?:^|;)visibility:(?:hidden|collapse)",
    "(?:^|;)content-visibility:hidden",
    "(?:^|;)opacity:(?:0|0?\\.0+)(?:;|$|!)",
    "(?:^|;)font-size:(?:0(?:\\.0+)?[a-z%]*|0?\\.\\d+px|1px)(?:;|$|!)",
    "(?:^|;)font:[a-z]*0(?:px|r?em|%)?(?:/|[a-z\"'])",
    "(?:^|;)filter:opacity\\(0(?:\\.0+)?%?\\)",
    "(?:^|;)text-indent:-\\d{3,}",
    "(?:^|;)(?:left|right|top|bottom|inset):-\\d{3,}",
    // Layouts pull by hundreds of pixels, too.
    "(?:^|;)margin(?:-left|-top)?:-\\d{4,}",
    "(?:^|;)clip:rect\\((?:0(?:px)?|1px)[,)]",
    "(?:^|;)clip-path:(?:inset\\((?:50|100)%|circle\\(0)",
    "(?:^|;)transform:(?:scale[xy3d]*\\(0[,)]|translate[xy3d]*\\(-\\d{4,})",
    "(?:^|;)color:(?:transparent|rgba\\([^)]*,0(?:\\.0+)?\\))",
  ].join("|"),
);
const ZERO_SIZE = /(?:^|;)(?:max-)?(?:width|height):[01](?:px)?(?:;|$|!)/;
const WHITE = "#ffffff";
const NAMED: ReadonlyMap<string, string> = new Map([
  ["white", WHITE],
  ["black", "#000000"],
]);
const HIDING_CLASS =
  /(?:^|\s)(?:visually-?hidden|sr-only(?:-focusable)?|screen-?reader(?:-text|-only|-response)?|a11y-hidden|u-?hidden|is-hidden|hidden|hide|d-none|js-hidden|element-invisible|element-hidden|offscreen|off-screen)(?=\s|$)/i;
const RESPONSIVE_CLASS = /(?:^|\s)(?:d-(?:sm|md|lg|xl|print)-|[a-z]{2}:(?:block|flex|inline))/;

export type IsHidden = (element: Element) => boolean;

/** Judges elements of one page, whose style sheets are `styles`; `opened` are the parts that its reader can open. */
export function hiddenBy(styles: string, opened: ReadonlySet<Element> = new Set()): IsHidden {
  const hidden = hidingSelectors(styles);
  return (element) => {
    const { tag, attributes } = element;
    if (UNSEEN.has(tag)) return true;
    if (opened.has(element)) return false;
    if (tag === "dialog" && !attributes.has("open")) return true;
    if (attributes.size === 0) return false;
    if (attributes.has("hidden") && attributes.get("hidden") !== "until-found") return true;
    if (attributes.get("aria-hidden") === "true" || attributes.has("popover")) return true;
    const color = tag === "font" ? attributes.get("color") : undefined;
    if (color !== undefined && isWhiteOnWhite(element, `color:${color}`)) return true;
    const style = attributes.get("style");
    if (style !== undefined && (isHidingStyle(style) || isWhiteOnWhite(element, style))) return true;
    const names = attributes.get("class");
    if (names !== undefined) {
      if (HIDING_CLASS.test(names) && !RESPONSIVE_CLASS.test(names)) return true;
      if (hidden.size > 0 && names.split(/\s+/).some((name) => hidden.has(`.${name}`))) return true;
    }
    const id = attributes.get("id");
    return id !== undefined && hidden.has(`#${id}`);
  };
}

function isHidingStyle(style: string): boolean {
  const plain = plainStyle(style);
  if (HIDING_STYLE.test(plain)) return true;
  if (/(?:^|;)overflow:hidden/.test(plain) && ZERO_SIZE.test(plain)) return true;
  const color = colorOf(plain, "color");
  return color !== undefined && color === colorOf(plain, "background(?:-color)?");
}

/** White where nothing says that the ground is of another colour. */
function isWhiteOnWhite(element: Element, style: string): boolean {
  const color = /color/i.test(style) ? colorOf(plainStyle(style), "color") : undefined;
  if (color !== WHITE) return false;
  return ![element, ...ancestors(element)].some(
    ({ attributes }) => attributes.has("bgcolor") || /background/i.test(attributes.get("style") ?? ""),
  );
}

/** Small letters without blanks; letters may be written as the numbers of their characters. */
function plainStyle(style: string): string {
  return style
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)))
    .toLowerCase()
    .replace(/\s+/g, "");
}

/** The usual spellings of a colour as one, "#ffffff". */
function colorOf(style: string, property: string): string | undefined {
  const color = new RegExp(`(?:^|;)${property}:([^;!]+)`).exec(style)?.[1];
  if (color === undefined) return undefined;
  const [, ...short] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color) ?? [];
  if (short.length > 0) return `#${short.map((digit) => digit + digit).join("")}`;
  const [, ...parts] = /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/.exec(color) ?? [];
  if (parts.length > 0) return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  return NAMED.get(color) ?? color;
}

/**
 * Classes and ids that the page's own style sheet hides, by a rule with nothing but that name and outside any
 * condition: what is hidden until a script or a narrow screen shows it is left to be judged by its words.
 */
function hidingSelectors(styles: string): ReadonlySet<string> {
  const found = new Set<string>();
  const plain = withoutSpans(styles.slice(0, 200_000), "/*", "*/");
  let depth = 0;
  let from = 0;
  let selector = "";
  for (let index = 0; index < plain.length; index++) {
    const sign = plain[index];
    if (sign === "{") {
      if (depth === 0) selector = plain.slice(from, index).trim();
      depth++;
      if (depth === 1) from = index + 1;
    } else if (sign === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0) {
        const body = plain.slice(from, index);
        if (!selector.startsWith("@") && body.length < 500 && isHidingStyle(body)) {
          for (const each of selector.split(",")) {
            const name = each.trim();
            if (/^(?:[a-z]+\d?)?[.#][\w-]+$/i.test(name)) found.add(name.replace(/^[a-z]+\d?/i, ""));
          }
        }
        from = index + 1;
      }
    } else if (sign === ";" && depth === 0) from = index + 1;
  }
  return found;
}
