/** Generates HTML as broken as strangers can make it: real parts of pages, cut, doubled, mixed and misspelt. */
import fc from "fast-check";

const TAGS = (
  "html head body title meta base link script style template noscript svg math div p span a b i h1 h2 ul ol li dl dt dd " +
  "table thead tbody tr td th form input button select option textarea article main nav footer aside section header " +
  "figure figcaption img iframe object br hr pre code blockquote details dialog time constructor __proto__ x-y"
).split(" ");
const ATTRIBUTES = [
  "class=comment",
  "class='article-body post'",
  "id=main",
  "href=/x",
  "href='http://[::1'",
  'href="javascript:alert(1)"',
  "href=//",
  "src=data:,x",
  "style='display:none'",
  "style=';;:{}'",
  "hidden",
  "lang=en",
  "lang=-",
  "itemprop=articleBody",
  "itemprop='datePublished author'",
  "content='2025-13-45'",
  "content=x",
  "property=og:title",
  "name=description",
  "name=__proto__",
  "type=application/ld+json",
  "rel=author",
  "datetime=never",
  "colspan=-1",
  "=",
  "'",
  '"',
];
const TEXTS = [
  "A sentence that is long enough to be taken for the text of a page, is it not?",
  " ",
  "&amp;",
  "&#0;",
  "&#xffffffff;",
  "&",
  "<",
  "</",
  "<!",
  "<!--",
  "-->",
  "<![CDATA[x]]>",
  "<?xml version='1.0' encoding='utf-7'?>",
  "<!DOCTYPE html>",
  '{"@type":"Article","headline":["x"],"author":{"name":5},"articleBody":{}}',
  '{"@graph":[[[{"@type":null}]]]}',
  "\ud800",
  "\u202e",
  "\u200b",
  "\0",
  "|",
  "```",
  "1. ",
  "日本語。",
];

export function brokenHtml(): fc.Arbitrary<string> {
  const tag = fc.constantFrom(...TAGS);
  const attributes = fc
    .array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 })
    .map((list) => list.map((one) => ` ${one}`).join(""));
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(tag, attributes).map(([name, given]) => `<${name}${given}>`) },
    { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
    { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 1, arbitrary: fc.tuple(tag, attributes).map(([name, given]) => `<${name}${given}/>`) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const whole = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));
  return fc
    .tuple(whole, fc.nat(200), fc.boolean())
    .map(([html, cut, isCut]) => (isCut ? html.slice(cut % (html.length + 1)) : html));
}
