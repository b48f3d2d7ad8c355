/** A feed's XML as a tree, however broken: what is not closed ends with what is around it, and nothing is typed. */
import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import { HubError } from "../runtime/errors.ts";
import { readProlog } from "./doctype.ts";
import { bindingsOf, type Bindings, canonicalName, NO_BINDINGS } from "./names.ts";
import { resolveReference } from "./links.ts";

export interface FeedNode {
  /** With the prefix of its vocabulary, in lower case: "title" of RSS and Atom alike, "dc:creator", "xhtml:div". */
  readonly name: string;
  /** As written. */
  readonly tag: string;
  /** By names in lower case, with the prefix of their vocabulary. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text and elements in their order; text stands as decoded. */
  readonly content: (FeedNode | string)[];
  /** The address that relative references in it are relative to. */
  readonly base: string;
}

export interface FeedTree {
  readonly root: FeedNode;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

interface OpenNode {
  readonly node: FeedNode;
  readonly bindings: Bindings;
}

const MAX_DEPTH = 250;
const MAX_NODES = 250_000;
/** How much text the entities of a document may come to. */
const MAX_EXPANSION = 100_000;
/** Elements of HTML that nobody escaped or closed. Not all that HTML leaves empty: in a feed, a link holds text. */
const UNCLOSED = new Set("br img hr wbr input area col embed".split(" "));
const REFERENCE = /&(#x?[\da-f]+|[a-z_][\w:.-]*);/gi;
/** Control characters that no text has; those of C1 are Windows-1252 that lost its name. */
const STRAY = /[[\p{Cc}\ufffe\uffff]--[\t\n\r]]/gv;
const C1 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * The document's root: a node without a name that holds the outermost elements. Behind `maxItems` items nothing is read.
 * @throws {HubError} `upstream_invalid` for nesting or a number of elements that no feed has.
 */
export function readTree(text: string, base: string, maxItems = Infinity): FeedTree {
  const { body, entities } = readProlog(text);
  const root: FeedNode = { name: "", tag: "", attributes: {}, content: [], base };
  const open: OpenNode[] = [{ node: root, bindings: NO_BINDINGS }];
  const decode = decoder(entities);
  let nodes = 0;
  let items = 0;
  let isCut = false;
  const innermost = () => open[open.length - 1] ?? { node: root, bindings: NO_BINDINGS };
  const close = (tag: string): void => {
    const at = open.findLastIndex(({ node }) => node.tag === tag);
    if (at > 0) open.length = at;
  };

  let isVerbatim = false;
  const parser: Parser = new Parser(
    {
      onopentag(tag, written) {
        if (isCut) return;
        if (open.length > MAX_DEPTH || ++nodes > MAX_NODES) throw tooComplex();
        const bindings = bindingsOf(tag, written, innermost().bindings);
        const name = canonicalName(tag, bindings);
        // An item within an item: the outer one was never closed.
        if (name === "item" || name === "entry") {
          const outer = open.find(({ node }) => node.name === name);
          if (outer !== undefined) close(outer.node.tag);
          if (++items > maxItems) {
            isCut = true;
            parser.pause();
            return;
          }
        }
        const parent = innermost().node;
        const attributes = attributesOf(written, bindings, decode);
        const node = { name, tag, attributes, content: [], base: baseIn(attributes["xml:base"], parent.base) };
        parent.content.push(node);
        if (!UNCLOSED.has(name)) open.push({ node, bindings });
      },
      onclosetag: close,
      ontext(raw) {
        const piece = isVerbatim ? cleaned(raw) : decode(raw);
        if (piece !== "") innermost().node.content.push(piece);
      },
      oncdatastart() {
        isVerbatim = true;
      },
      oncdataend() {
        isVerbatim = false;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(body);
  return { root, isCut };
}

/** The elements in a node, one level down. */
export function elementsOf({ content }: FeedNode): FeedNode[] {
  return content.filter((piece) => typeof piece !== "string");
}

/** The elements of these names directly in a node: those of the first name first. */
export function childrenNamed(node: FeedNode, ...names: readonly string[]): FeedNode[] {
  const elements = elementsOf(node);
  return names.flatMap((name) => elements.filter((element) => element.name === name));
}

/** All text in a node, as written. */
export function textIn({ content }: FeedNode): string {
  return content.map((piece) => (typeof piece === "string" ? piece : textIn(piece))).join("");
}

/** A base that is no address is none. */
function baseIn(own: string | undefined, outer: string): string {
  const resolved = own === undefined ? outer : resolveReference(own, outer);
  return resolved === outer || URL.canParse(resolved) ? resolved : outer;
}

function attributesOf(
  written: Readonly<Record<string, string>>,
  bindings: Bindings,
  decode: (raw: string) => string,
): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(written)) {
    // An attribute without a prefix is in no vocabulary, whatever the default is.
    const key = name.includes(":") ? canonicalName(name, bindings) : name.toLowerCase();
    attributes[key] ??= decode(value);
  }
  return attributes;
}

/** Undefined entities that HTML knows are meant as HTML's; others stay as they are. */
function decoder(entities: ReadonlyMap<string, string>): (raw: string) => string {
  let expanded = 0;
  const standsFor = (whole: string, name: string): string => {
    const value = entities.get(name);
    if (value === undefined) return decodeHTMLStrict(whole);
    expanded += value.length;
    return expanded > MAX_EXPANSION ? whole : decodeHTMLStrict(value);
  };
  return (raw) => cleaned(raw.includes("&") ? raw.replace(REFERENCE, standsFor) : raw);
}

function cleaned(text: string): string {
  return text.replace(STRAY, (character) => {
    const code = character.charCodeAt(0);
    return code >= 0x80 && code <= 0x9f ? (C1[code - 0x80] ?? "") : "";
  });
}

function tooComplex(): HubError {
  return new HubError("upstream_invalid", "The feed nests deeper, or has more elements, than any feed does.");
}
