/** Parts that a reader opens: tabs, accordions, questions and answers. What is closed now is content all the same. */
import { HEADING } from "./tags.ts";
import { ancestors, descendants, element, type Element, type Node, rawText, squeeze } from "./tree.ts";
import { namesOf } from "./class-names.ts";

const TARGETS = [
  "aria-controls",
  "data-bs-target",
  "data-target",
  "data-mdb-target",
  "data-tab-target",
  "data-toggle-target",
];
const CONTROL_TAGS = new Set(["button", "a", "summary", "dt", "h2", "h3", "h4", "h5", "h6", "label"]);
const PART_NAME =
  /(?:^| )(?:accordions?|accordeon|akkordeon|collaps(?:e|ed|ible)|tabs?|tab ?(?:pane|panel|content)s?|tabpanels?|panel(?: (?:content|body|collapse))?|faqs?|toggle|answers?|spoilers?|expand(?:er|able)?|reveal|antworten?|read ?more|show ?more)(?= |$)/;
const NO_PART_NAME =
  /(?:^| )(?:nav|navbar|navigation|menu|submenu|mega ?menu|off ?canvas|modal|dialog|dropdown|popup|popover|tooltip|search|cookie|consent|login|cart|lightbox|overlay|sidebar|drawer|hamburger)(?= |$)/;
const AROUND = new Set(["nav", "header", "footer", "aside", "menu", "dialog"]);

/**
 * The closed parts of a page that a control of it opens. Buttons that open them become headings, since that is how
 * they are read.
 */
export function closedParts(root: Element): ReadonlySet<Element> {
  const byId = new Map<string, Element>();
  const controls: Element[] = [];
  const parts = new Set<Element>();
  const all = descendants(root).toArray();
  const isContent = contentJudge(all);
  for (const each of all) {
    const id = each.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, each);
    if (isControl(each)) controls.push(each);
    if ((each.attributes.get("role") === "tabpanel" || isPartByName(each)) && isContent(each)) parts.add(each);
  }
  for (const control of controls) {
    if (!isContent(control)) continue;
    const opened = opens(control, byId, isContent);
    for (const part of opened) parts.add(part);
    if (opened.length > 0 || control.attributes.has("aria-expanded")) asHeading(control);
  }
  for (const each of all) if (HEADING.test(each.tag)) unwrapButtons(each);
  for (const button of rowsInButtons(all, isContent)) replace(button, element("div", new Map(), button.parent));
  return parts;
}

const MIN_ROWS = 3;
const ROW_CHARS = 15;

/** Buttons of one kind that say as much as the rows of a list, each something else: a list it is. */
function rowsInButtons(all: readonly Element[], isContent: (each: Element) => boolean): Element[] {
  const kinds = new Map<string, Element[]>();
  for (const each of all) {
    if (each.tag !== "button" || each.children.length < 2) continue;
    kinds.getOrInsertComputed(each.attributes.get("class") ?? "", () => []).push(each);
  }
  return [...kinds.values()].flatMap((buttons) => {
    if (buttons.length < MIN_ROWS) return [];
    const said = buttons.map((button) => squeeze(rawText(button)));
    const isList = new Set(said).size === said.length && said.every((text) => text.length >= ROW_CHARS);
    return isList && buttons.every(isContent) ? buttons : [];
  });
}

function isControl({ tag, attributes }: Element): boolean {
  if (!CONTROL_TAGS.has(tag) && !/^(?:button|tab)$/.test(attributes.get("role") ?? "")) return false;
  return (
    TARGETS.some((name) => attributes.has(name)) ||
    attributes.has("aria-expanded") ||
    (attributes.get("href")?.startsWith("#") === true &&
      (attributes.get("role") === "tab" || attributes.has("data-toggle") || attributes.has("data-bs-toggle")))
  );
}

function isPartByName(each: Element): boolean {
  const names = namesOf(each);
  return names !== "" && PART_NAME.test(names);
}

/** What holds the headline is the page, whatever its wrapper is called. */
function contentJudge(all: readonly Element[]): (element: Element) => boolean {
  const wrappers = new Set<Element>();
  for (const each of all) {
    if (each.tag === "h1" || each.tag === "main") for (const around of ancestors(each)) wrappers.add(around);
  }
  const isAround = (each: Element): boolean => !wrappers.has(each) && isOfFrame(each);
  return (element) => !isAround(element) && !ancestors(element).some(isAround);
}

function isOfFrame(each: Element): boolean {
  const { tag, attributes } = each;
  if (AROUND.has(tag)) return true;
  if (attributes.size === 0) return false;
  const toggled = attributes.get("data-toggle") ?? attributes.get("data-bs-toggle") ?? "";
  return (
    /^(?:menu|menubar|navigation|dialog|search)$/.test(attributes.get("role") ?? "") ||
    /^(?:modal|dropdown|offcanvas)$/.test(toggled) ||
    NO_PART_NAME.test(namesOf(each))
  );
}

function opens(control: Element, byId: ReadonlyMap<string, Element>, isContent: (each: Element) => boolean): Element[] {
  const named = [...TARGETS, "href"]
    .flatMap((name) => (control.attributes.get(name) ?? "").split(/\s+/))
    .map((target) => byId.get(target.replace(/^#/, "")))
    .filter((part): part is Element => part !== undefined && part !== control && isContent(part));
  if (named.length > 0 || !control.attributes.has("aria-expanded")) return named;
  // Without an address, what follows it or its heading is meant.
  for (let each: Element | undefined = control; each?.parent !== undefined; each = each.parent) {
    const next = nextOf(each, each.parent.children);
    if (next !== undefined) return isContent(next) ? [next] : [];
    if (each !== control && !HEADING.test(each.tag) && each.tag !== "dt") return [];
  }
  return [];
}

/** A copy of the siblings for each control would take the square of their number. */
function nextOf(each: Element, siblings: readonly Node[]): Element | undefined {
  for (let at = siblings.indexOf(each) + 1; at < siblings.length; at++) {
    const sibling = siblings[at];
    if (typeof sibling === "object") return sibling;
  }
  return undefined;
}

function asHeading(control: Element): void {
  const { parent } = control;
  if (parent === undefined || control.tag !== "button" || control.attributes.get("role") === "tab") return;
  const isHeaded = [...ancestors(control)].some(({ tag }) => HEADING.test(tag) || tag === "dt" || tag === "summary");
  replace(control, element(isHeaded ? "span" : "h3", new Map(), parent));
}

/** A question in a button in a heading is the heading. */
function unwrapButtons(heading: Element): void {
  for (const each of descendants(heading).toArray()) {
    if (each.tag === "button" && each.parent !== undefined) replace(each, element("span", new Map(), each.parent));
  }
}

function replace(old: Element, made: Element): void {
  const { parent } = old;
  if (parent === undefined) return;
  made.children = old.children;
  for (const child of made.children) if (typeof child !== "string") child.parent = made;
  const at = parent.children.indexOf(old);
  if (at !== -1) parent.children[at] = made;
}
