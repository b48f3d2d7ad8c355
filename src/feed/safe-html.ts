/** Foreign HTML made safe to show: allowed elements and attributes only, addresses absolute, every tag closed. */
import { VOID_TAGS } from "../text/void-tags.ts";
import { escapeAttribute, escapeText } from "entities";
import { Parser } from "htmlparser2";
import { safeLink, webLink } from "./links.ts";

/** Elements that stay, with the attributes each may have. */
const ALLOWED = new Map<string, readonly string[]>([
  ...words(
    "abbr acronym address article aside b bdi big br caption center cite code dd del details dfn dir div dl dt em " +
      "figcaption figure footer h1 h2 h3 h4 h5 h6 header hr hgroup i ins kbd label main map mark nav p pre rp rt rtc " +
      "ruby s samp section small span strike strong sub summary sup table tbody tfoot thead tr tt u ul var wbr",
  ),
  ["a", ["href", "hreflang", "rel"]],
  ["audio", ["src", "controls"]],
  ["bdo", ["dir"]],
  ["blockquote", ["cite"]],
  ["col", ["span"]],
  ["colgroup", ["span"]],
  ["data", ["value"]],
  ["img", ["src", "alt", "width", "height"]],
  ["li", ["value"]],
  ["ol", ["start", "type", "reversed"]],
  ["q", ["cite"]],
  ["source", ["src", "type"]],
  ["td", ["colspan", "rowspan", "headers"]],
  ["th", ["colspan", "rowspan", "headers", "scope"]],
  ["time", ["datetime"]],
  ["track", ["src", "kind", "srclang", "label"]],
  ["video", ["src", "poster", "width", "height", "controls"]],
]);
/** Drawings, without what runs, animates, refers elsewhere or carries styles. Browsers restore the case of their names. */
const SVG = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text title tspan desc defs lineargradient radialgradient stop " +
    "clippath mask pattern symbol"
  ).split(" "),
);
/** As they are written; what was read is in lower case. */
const SVG_ATTRIBUTES = (
  "aria-label baseProfile clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size " +
  "font-weight fx fy gradientTransform gradientUnits height id mask offset opacity points preserveAspectRatio r role rx " +
  "ry stop-color stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width " +
  "text-anchor transform version viewBox width x x1 x2 xmlns y y1 y2"
).split(" ");
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
/** The name of a part of the same drawing; other references are none. */
const PART = /^url\(["']?#([\w.:-]{1,100})["']?\)$/i;
/** The reader takes these for the start of text without markup, also where an "/" ends them. */
const EMPTY_RAW = /<(?:title|style|script|textarea)\b[^<>]*\/>/gi;
const ANYWHERE: readonly string[] = ["title", "lang", "dir"];
/** Gone with all that is in them. */
const OPAQUE = new Set(
  "applet embed frame frameset head iframe noembed noframes noscript object param script style template textarea xmp plaintext".split(
    " ",
  ),
);
/** Fetched by whoever shows it, so only from the web. */
const FETCHED = new Set(["src", "poster"]);
const OPENED = new Set(["href", "cite"]);
const MAX_DEPTH = 200;

/** Takes time in proportion to the text. What nests deeper than any writing does is cut off there. */
export function safeHtml(html: string, base: string): string {
  const out: string[] = [];
  let hidden = 0;
  let depth = 0;
  let isCut = false;
  const open: string[] = [];
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (isCut) return;
      if (++depth > MAX_DEPTH) {
        isCut = true;
        parser.pause();
        return;
      }
      if (OPAQUE.has(name)) hidden++;
      const isDrawn = SVG.has(name) && (name === "svg" || open.includes("svg"));
      const allowed = hidden > 0 ? undefined : isDrawn ? [] : ALLOWED.get(name);
      if (allowed === undefined) return;
      out.push(isDrawn ? drawnTag(name, attributes) : startTag(name, attributes, allowed, base));
      if (!VOID_TAGS.has(name)) open.push(name);
    },
    ontext(text) {
      if (hidden === 0) out.push(escapeText(text));
    },
    onclosetag(name) {
      depth--;
      if (OPAQUE.has(name)) hidden = Math.max(0, hidden - 1);
      else if (hidden === 0 && open.at(-1) === name) out.push(`</${open.pop()}>`);
    },
  });
  parser.end(/<svg/i.test(html) ? html.replace(EMPTY_RAW, "") : html);
  for (const name of open.toReversed()) out.push(`</${name}>`);
  return out.join("").trim();
}

/** Plain text as HTML. */
export function htmlOf(text: string): string {
  return escapeText(text.trim()).replace(/\r\n?|\n/g, "<br>");
}

function startTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  allowed: readonly string[],
  base: string,
): string {
  let tag = `<${name}`;
  for (const attribute of [...allowed, ...ANYWHERE]) {
    const written = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
    const value = written === undefined ? null : safeValue(attribute, written, base);
    if (value !== null) tag += ` ${attribute}="${escapeAttribute(value)}"`;
  }
  return `${tag}>`;
}

function drawnTag(name: string, attributes: Readonly<Record<string, string>>): string {
  let tag = `<${name}`;
  for (const attribute of SVG_ATTRIBUTES) {
    const written = attribute.toLowerCase();
    const value = Object.hasOwn(attributes, written) ? drawnValue(attribute, attributes[written] ?? "") : null;
    if (value !== null) tag += ` ${attribute}="${escapeAttribute(value)}"`;
  }
  return `${tag}>`;
}

/** Names of parts get a prefix, so that they are no names of the page that shows them. */
function drawnValue(attribute: string, value: string): string | null {
  if (attribute === "xmlns") return value === SVG_NAMESPACE ? value : null;
  if (attribute === "id") return `svg-${value}`;
  const part = PART.exec(value.trim())?.[1];
  if (part !== undefined) return `url(#svg-${part})`;
  return /url|\\|\/\*/i.test(value) ? null : value;
}

function safeValue(attribute: string, value: string, base: string): string | null {
  if (FETCHED.has(attribute)) return webLink(value, base);
  if (!OPENED.has(attribute)) return value;
  // A reference within the text itself needs no address.
  return /^#[\w.:-]*$/.test(value) ? value : safeLink(value, base);
}

function words(list: string): [string, readonly string[]][] {
  return list.split(" ").map((name) => [name, []]);
}
