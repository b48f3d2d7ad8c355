/** XML is held against namespaces, fault by fault, and against another reader of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { readXml } from "../../actors/data-convert/xml/xml.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { fieldOf, valueOf } from "../../actors/data-convert/xml/value.ts";

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

function refusal(xml: string): string | undefined {
  try {
    readXml(xml);
    return undefined;
  } catch (error) {
    const { code, details } = asHubError(error);
    expect(code).toBe("invalid_input");
    return details.issues?.[0]?.detail;
  }
}

describe("a fault of namespaces is a fault", () => {
  test.each([
    ["an unbound prefix of an element", "<a:r/>"],
    ["an unbound prefix of an attribute", "<r a:x='1'/>"],
    ["a prefix beyond the element that binds it", "<r><s xmlns:a='u'/><a:t/></r>"],
    ["xml bound to something else", "<r xmlns:xml='u'/>"],
    ["another prefix bound to what is xml's", `<r xmlns:x='${XML}'/>`],
    ["the default bound to what is xml's", `<r xmlns='${XML}'/>`],
    ["xmlns declared", "<r xmlns:xmlns='u'/>"],
    ["a prefix bound to what is xmlns's", `<r xmlns:x='${XMLNS}'/>`],
    ["the default bound to what is xmlns's", `<r xmlns='${XMLNS}'/>`],
    ["an element with the prefix xmlns", "<xmlns:r/>"],
    ["one attribute by two prefixes", "<r xmlns:a='u' xmlns:b='u' a:x='1' b:x='2'/>"],
    ["a prefix bound to nothing", "<r xmlns:a=''/>"],
    ["a prefix unbound further in", "<r xmlns:a='u'><s xmlns:a=''/></r>"],
    ["two colons in the name of an element", "<r xmlns:a='u'><a:b:c/></r>"],
    ["two colons in the name of an attribute", "<r xmlns:a='u' a:b:c='1'/>"],
    ["a colon first in a name", "<:r/>"],
    ["a colon first in the name of an attribute", "<r :x='1'/>"],
    ["a colon last in a name", "<a: xmlns:a='u'/>"],
    ["a digit after the prefix", "<r xmlns:a='u'><a:1/></r>"],
    ["a digit after the prefix of an attribute", "<r xmlns:a='u' a:1='x'/>"],
    ["a colon in an instruction", "<?a:b x?><r/>"],
    ["a colon in an instruction further in", "<r><?a:b x?></r>"],
    ["a colon in a notation", "<!DOCTYPE r [<!NOTATION a:b SYSTEM 'x'>]><r/>"],
  ])("%s", (_what, xml) => {
    expect(refusal(xml)).toMatch(/^is not XML at line 1, column \d+: [\w" ,.:/()-]+$/);
  });

  test.each([
    ["xml bound to what it is", `<r xmlns:xml='${XML}' xml:lang='en'/>`],
    ["a default undone", "<r xmlns='u'><s xmlns=''/></r>"],
    ["a prefix bound anew further in", "<r xmlns:a='u'><a:s xmlns:a='v' a:x='1'/></r>"],
    ["one name in two namespaces", "<r xmlns:a='u' xmlns:b='v' a:x='1' b:x='2' x='3'/>"],
    ["a prefix undone in XML 1.1", "<?xml version='1.1'?><r xmlns:a='u'><s xmlns:a=''/></r>"],
    ["a notation", "<!DOCTYPE r [<!NOTATION gif SYSTEM 'x'>]><r/>"],
    ["a colon in a public identifier", "<!DOCTYPE r PUBLIC '-//a:b' 'http://x'><r/>"],
  ])("%s is none", (_what, xml) => {
    expect(refusal(xml)).toBeUndefined();
  });
});

interface Tree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Tree[];
}

const name = fc.constantFrom("a", "b", "book", "t-1", "x.y", "_z", "ä", "名");
const sign = fc.constantFrom("a", "7", "ä", "名", " ", "&", "<", ">", '"', "'");
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name,
    attributes: fc.dictionary(name, text, { maxKeys: 3 }),
    content: fc.oneof({ depthSize: "small" }, text, fc.array(tie("tree"), { minLength: 1, maxLength: 4 })),
  }),
}));

const escaped = (said: string): string =>
  said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function written({ name: tag, attributes, content }: Tree): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = typeof content === "string" ? escaped(content) : content.map(written).join("");
  return `<${tag}${said.join("")}>${inner}</${tag}>`;
}

const other = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

test("what is written is read as fast-xml-parser reads it", () => {
  fc.assert(
    fc.property(tree, (root) => {
      const xml = written(root);
      const { root: read } = readXml(xml);
      expect(fieldOf({ name: read.name, value: valueOf(read, { moved: 0 }) })).toEqual(other.parse(xml));
    }),
    { numRuns: 300 },
  );
});

test("what fast-xml-parser refuses is refused, wherever a character is lost or put in", () => {
  const put = fc.constantFrom("", "<", ">", "&", "/", '"', "=", " ", "a", "</a>", "<!--", "]]>", "<?");
  fc.assert(
    fc.property(tree, fc.nat(), put, (root, place, piece) => {
      const xml = written(root);
      const at = place % xml.length;
      const broken = xml.slice(0, at) + piece + xml.slice(at + 1);
      if (XMLValidator.validate(broken) !== true) expect(refusal(broken)).toBeDefined();
    }),
    { numRuns: 500 },
  );
});
