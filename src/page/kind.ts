/** What a body is written in, as far as reading it differs: by its type, else by how it begins. */
import { noPage } from "./media.ts";

export type PageKind = "html" | "xml" | "json" | "text";

const BINARY =
  // oxlint-disable-next-line no-control-regex -- files begin with them
  /^(?:%PDF-|\x89PNG|GIF8|\xff\xd8\xff|PK\x03\x04|\x1f\x8b|RIFF|OggS|ID3|\x00\x00\x00.ftyp|wOF[F2]|\x7fELF|Rar!|7z\xbc\xaf)/s;
const HTML_START = /^<(?:!doctype\s+html|html|head|body|title|meta|div|p|h[1-6]|article|section)\b/i;
const FEED_START = /^<(?:rss|feed|rdf:RDF)[\s>]/i;
const XML_START = /^<(?:\?xml|rss|feed|rdf:RDF|urlset|[a-z][\w.-]*:[a-z])/i;

/**
 * @throws {HubError} `upstream_status` for what holds no text.
 */
export function kindOf(contentType: string | null, bytes: Uint8Array): PageKind {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const type = (contentType ?? "").replace(/;.*/s, "").trim().toLowerCase();
  if (BINARY.test(start)) throw noPage(type, start);
  if (type === "text/html" || type === "application/xhtml+xml") return isFeed(start) ? "xml" : "html";
  if (/(?:\/|\+)json$|ndjson$/.test(type)) return "json";
  if (/(?:\/|\+)xml$/.test(type)) return HTML_START.test(content(start)) ? "html" : "xml";
  if (type.startsWith("text/")) return "text";
  if (
    type !== "" &&
    !/octet-stream|\/javascript$|^application\/(?:yaml|x-yaml|toml|x-sh|sql|rtf)$|unknown|^\*|^[^/]*$/.test(type)
  )
    throw noPage(type, start);
  // Nobody said what it is, or nothing that helps.
  if (HTML_START.test(withoutComments(start))) return "html";
  if (XML_START.test(start.trimStart())) return "xml";
  if (/^\s*[{[]/.test(start)) return "json";
  if (isBinary(start)) throw noPage(type, start);
  return /<[a-z][^<>]*>/i.test(start) ? "html" : "text";
}

/** Many servers send feeds as HTML. */
function isFeed(start: string): boolean {
  return FEED_START.test(content(start));
}

/** What follows the XML declaration and the comments before the first element. */
function content(start: string): string {
  const text = start.trimStart();
  const end = /^<\?xml\b/i.test(text) ? text.indexOf(">") + 1 : 0;
  return withoutComments(text.slice(end));
}

function withoutComments(start: string): string {
  let text = start.trimStart();
  while (text.startsWith("<!--")) {
    const end = text.indexOf("-->", 4);
    if (end === -1) break;
    text = text.slice(end + 3).trimStart();
  }
  return text;
}

function isBinary(start: string): boolean {
  return !/^(?:\xff\xfe|\xfe\xff)/.test(start) && start.includes("\0");
}
