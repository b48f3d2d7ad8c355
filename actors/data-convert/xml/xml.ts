/**
 * Reading XML. Comments, processing instructions and the white space between elements are left out, and prefixes of
 * names stay as written.
 */
import { SaxesParser } from "saxes";
import { HubError, invalidInput } from "../../../src/runtime/errors.ts";
import { MAX_DEPTH } from "../../../src/runtime/json.ts";
import { type XmlChild, type XmlElement, createContent } from "./element.ts";
import { valueOf, type XmlLosses } from "./value.ts";
import { faultIn, reason } from "./fault.ts";
import { refuseMisfits } from "./rules.ts";

const HTML = /^\s*<(?:!doctype\s+html|html|head|body|div|p|table|ul|ol|h[1-6])[\s/>]/i;

/** A document, and what is known of the children of its root. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly count: number;
  readonly first: XmlChild | undefined;
  readonly haveOneName: boolean;
  readonly areTexts: boolean;
  readonly losses: XmlLosses;
}

/**
 * Reads a whole document. What a DTD says is not applied, nothing
 * outside the text is ever fetched, and a document that declares entities is refused.
 * @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`.
 */
export function readXml(payload: string): XmlDocument {
  const text = payload.replace(/^\ufeff/, "");
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let first: XmlChild | undefined;
  const losses: XmlLosses = { moved: 0 };
  let [count, haveOneName, areTexts] = [0, true, true];

  const assertNamed = refuseMisfits(parser, payload !== text);
  parser.on("error", ({ message }) => {
    const { place, why } = faultIn(text) ?? {};
    const here = `line ${parser.line}, column ${Math.max(1, parser.columnIndex)}`;
    const hint = HTML.test(text) ? "; it begins as HTML does, out of which data-clean takes the text" : "";
    throw invalidInput("/payload", `is not XML at ${place ?? here}: ${why ?? reason(message)}${hint}`);
  });
  parser.on("opentag", ({ name, attributes: qualified }) => {
    const attributes: Record<string, string> = Object.create(null);
    assertNamed(name);
    for (const attribute of Object.values(qualified)) {
      assertNamed(attribute.name);
      attributes[attribute.name] = attribute.value;
    }
    if (open.length === MAX_DEPTH) throw new HubError("too_deep", `The XML nests deeper than ${MAX_DEPTH} levels.`);
    open.push({ name, attributes, content: createContent(), hasText: false });
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element === undefined) return; // White space around the root.
    element.content.addText(piece);
    element.hasText ||= /[^ \t\n]/.test(piece);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element === undefined) return;
    if (parent === undefined) {
      root = element;
      return;
    }
    const child = { name: element.name, value: valueOf(element, losses) };
    parent.content.addChild(child);
    if (open.length > 1) return;
    count++;
    first ??= child;
    haveOneName &&= child.name === first.name;
    areTexts &&= typeof child.value === "string";
  });
  parser.write(text).close();
  if (root === undefined) throw invalidInput("/payload", "is not XML: it has no root element");
  return { root, count, first, haveOneName, areTexts, losses };
}
