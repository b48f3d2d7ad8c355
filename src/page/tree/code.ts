/** Code as its lines, however a page marks them: by breaks, by elements, in tables, with numbers beside. */
import { descendants, element, type Element, type Node } from "./tree.ts";
import { namesOf } from "./class-names.ts";

const LINE_TAGS = new Set(["div", "li", "tr", "p", "td"]);
const LINE_NAME = /(?:^| )(?:line|code line|view line|hljs ln line|token line|cm line|ec line|row)(?= |$)/;
const NUMBER_NAME =
  /(?:^| )(?:gutter|line ?nos?|line ?numbers?|ln num|linenodiv|blob num|code numbers|rouge gutter|line numbers rows|copy|copy ?(?:btn|button)|clipboard)(?= |$)/;
const LANGUAGE =
  /(?:^|[\s"])(?:language|lang|brush:?|highlight-source|highlight-text|sourceCode|hljs)[-: ]\s*([a-z][\w+#.-]{0,20})/i;
const HIGHLIGHTED =
  /(?:^|\s)(?:highlight|hljs|codehilite|sourceCode|prettyprint|chroma)(?:-|\s+)([a-z][\w+#]{0,20})(?=\s|$)/i;
const MAX_LINES = 5_000;
const NO_LANGUAGE =
  /^(?:none|plain|text|plaintext|default|notranslate|source|highlight|wrap|line|code|block|container)$/i;

/** Makes each `<pre>` one text, its language named as its class; highlighters that use tables or lines become one. */
export function flattenCode(root: Element): void {
  const visit = (parent: Element): void => {
    for (const [index, child] of parent.children.entries()) {
      if (typeof child === "string") continue;
      if (child.tag === "pre" || isCodeTable(child) || isCodeBlock(child))
        parent.children[index] = verbatim(child, parent);
      else visit(child);
    }
  };
  visit(root);
}

/** A highlighter's table: numbers in one cell, the code in the other. */
function isCodeTable(each: Element): boolean {
  if (each.tag !== "table") return false;
  const inside = [...descendants(each)];
  return inside.some(({ tag }) => tag === "pre") && inside.some((one) => NUMBER_NAME.test(namesOf(one)));
}

/** `<code>` that stands for itself and has several lines. */
function isCodeBlock(each: Element): boolean {
  if (each.tag !== "code" || each.parent === undefined || !/^(?:div|section|figure|td|li)$/.test(each.parent.tag))
    return false;
  if (each.children.length > MAX_LINES) return false;
  const isAlone = each.parent.children.every(
    (child) => child === each || (typeof child === "string" && child.trim() === ""),
  );
  return (
    isAlone &&
    (descendants(each)
      .filter(({ tag }) => tag === "br" || LINE_TAGS.has(tag))
      .take(2)
      .toArray().length === 2 ||
      LINE_NAME.test(firstNames(each)))
  );
}

function firstNames(each: Element): string {
  const first = each.children.find((child): child is Element => typeof child !== "string");
  return first === undefined ? "" : namesOf(first);
}

function verbatim(found: Element, parent: Element): Element {
  const language = languageOf(found);
  const made = element("pre", new Map(language === undefined ? [] : [["class", `language-${language}`]]), parent);
  made.children = [linesOf(found)];
  return made;
}

function linesOf(code: Element): string {
  let text = "";
  const endLine = (): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const visit = (each: Node): void => {
    if (typeof each === "string") {
      text += each;
      return;
    }
    if (NUMBER_NAME.test(namesOf(each)) || each.attributes.has("data-line-number")) return;
    if (each.tag === "br") text += "\n";
    const isLine = LINE_TAGS.has(each.tag) || LINE_NAME.test(namesOf(each));
    // A cell goes on where the one before it ends.
    if (isLine && each.tag !== "td") endLine();
    for (const child of each.children) visit(child);
    if (isLine && each.tag !== "td") endLine();
  };
  for (const child of code.children) visit(child);
  return text.replace(/^\s*\n/, "").trimEnd();
}

function languageOf(code: Element): string | undefined {
  const around = [
    code,
    ...descendants(code)
      .filter(({ tag }) => tag === "code")
      .take(1),
    code.parent,
    code.parent?.parent,
  ];
  for (const each of around) {
    const said =
      each === undefined
        ? ""
        : `${each.attributes.get("class") ?? ""} ${each.attributes.get("data-lang") === undefined ? "" : `lang-${each.attributes.get("data-lang")}`}`;
    const found = LANGUAGE.exec(said)?.[1] ?? HIGHLIGHTED.exec(said)?.[1];
    if (found !== undefined && !NO_LANGUAGE.test(found)) return found.toLowerCase();
  }
  return undefined;
}
