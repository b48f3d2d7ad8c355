/** Formulas in a line: as TeX where the page has it, else with signs for what stands above, below and under a root. */
import { descendants, type Element, type Node, rawText, squeeze } from "./tree.ts";
import { names, namesOf } from "./class-names.ts";

const PICTURE_NAME = names("math|latex|tex|equation|formula");
const MAX_TEX_CHARS = 2_000;
/** Commands of TeX say how, not what. */
const COMMAND = /\\(?:(?:begin|end)\s?\{[a-z*]{1,20}\}|[a-z]{1,30})/gi;

/** What a formula says. `isTex` when it is written in TeX. */
export interface Formula {
  readonly text: string;
  readonly isTex: boolean;
}

/** Of `<math>`, or of a picture of a formula, which tells it in its `alt`; `undefined` for anything else. */
export function formulaOf(each: Element): Formula | undefined {
  if (each.tag === "img" && PICTURE_NAME.test(namesOf(each))) {
    const text = bareTex(each.attributes.get("alt") ?? "");
    return text === "" || text.length > MAX_TEX_CHARS ? undefined : { text, isTex: true };
  }
  if (each.tag !== "math") return undefined;
  const shown = squeeze(lineOf(each));
  const tex = bareTex(texOf(each));
  return tex !== "" && saysNoMore(tex, shown) ? { text: tex, isTex: true } : { text: shown, isTex: false };
}

function texOf(math: Element): string {
  const note = descendants(math).find(
    ({ tag, attributes }) => tag === "annotation" && /tex/i.test(attributes.get("encoding") ?? ""),
  );
  return note === undefined ? (math.attributes.get("alttext") ?? "") : rawText(note);
}

function bareTex(said: string): string {
  return squeeze(said)
    .replace(/^\{\\(?:display|text)style (.*)\}$/, "$1")
    .trim();
}

/** Nobody sees an annotation: it is believed where all its letters and digits are shown, too. */
function saysNoMore(tex: string, shown: string): boolean {
  if (tex.length > Math.min(MAX_TEX_CHARS, 40 + shown.length * 12)) return false;
  const left = new Map<string, number>();
  for (const sign of shown.normalize("NFKC")) left.set(sign, (left.get(sign) ?? 0) + 1);
  for (const [sign] of tex.replace(COMMAND, " ").matchAll(/[\p{L}\p{N}]/gu)) {
    const count = left.get(sign) ?? 0;
    if (count === 0) return false;
    left.set(sign, count - 1);
  }
  return true;
}

function lineOf(node: Node): string {
  if (typeof node === "string") return node;
  const { tag } = node;
  const parts = node.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const said = parts.map(lineOf);
  const [first = "", second = "", third = ""] = said;
  switch (tag) {
    case "annotation":
    case "annotation-xml":
    case "mphantom":
      return "";
    case "semantics":
      return first;
    case "mfrac":
      return `${grouped(first)}/${grouped(second)}`;
    case "msup":
    case "mover":
      return `${first}^${grouped(second)}`;
    case "msub":
    case "munder":
      return `${first}_${grouped(second)}`;
    case "msubsup":
    case "munderover":
      return `${first}_${grouped(second)}^${grouped(third)}`;
    case "msqrt":
      return `√${grouped(said.join(""))}`;
    case "mroot":
      return `${grouped(second)}√${grouped(first)}`;
    case "mtr":
      return `${said.join(" ")}; `;
    default:
      return said.join("");
  }
}

function grouped(text: string): string {
  const said = text.trim();
  return /^(?:[\p{L}\p{N}.]+|.)?$/u.test(said) ? said : `(${said})`;
}
