/**
 * From the bytes of a foreign document to its text, as browsers and feed readers find its charset: by the byte order
 * mark, by the header, by what the document says of itself, by its bytes (WHATWG Encoding, XML 1.0 appendix F).
 */
import iconv from "iconv-lite";

export type DocumentKind = "html" | "xml";

/** A document says early what it is in; some pages have a long script or comment before. */
const HEAD_BYTES = 8192;
const FALLBACK = "windows-1252";
/** Labels of the library that mean its own codings of bytes as text. */
const NO_CHARSET = /^\W*(?:base64|hex|binary|internal)/i;
const REPLACEMENT = "\ufffd";

/**
 * The document's text, without its byte order mark. What cannot be decoded becomes U+FFFD; this never fails.
 * A charset that the header or the document names is believed unless most of what is not ASCII contradicts it.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, kind?: DocumentKind): string {
  const marked = byMark(bytes) ?? (kind === "xml" ? byFirstCharacters(bytes) : undefined);
  if (marked !== undefined) return decode(bytes, marked);

  const header = known(/;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? "")?.[1]);
  const own = kind === undefined ? undefined : declared(bytes, kind);
  const named = [header, own].filter((label) => label !== undefined);
  for (const label of named) {
    const text = decode(bytes, label);
    if (!isContradicted(text)) return text;
  }
  const [first] = named;
  if (header !== undefined) return decode(bytes, header);
  return isUtf8(bytes) ? decode(bytes, "utf-8") : decode(bytes, first === "utf-8" ? FALLBACK : (first ?? FALLBACK));
}

function byMark([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32le" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "utf-32be";
  return undefined;
}

/** "<?" of an XML document whose characters are wider than a byte. */
function byFirstCharacters(bytes: Uint8Array): string | undefined {
  switch (Buffer.from(bytes.subarray(0, 4)).toString("hex")) {
    case "003c003f":
      return "utf-16be";
    case "3c003f00":
      return "utf-16le";
    case "0000003c":
      return "utf-32be";
    case "3c000000":
      return "utf-32le";
    default:
      return undefined;
  }
}

/** What the document says of itself. It was read byte by byte to find that, so it cannot be in wider characters. */
function declared(bytes: Uint8Array, kind: DocumentKind): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const xml = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(head)?.[1];
  const label = known((kind === "html" ? metaCharset(head) : undefined) ?? xml);
  return label?.startsWith("utf-16") || label?.startsWith("utf-32") ? "utf-8" : label;
}

function metaCharset(head: string): string | undefined {
  const tags = head.replace(/<!--[^]*?-->/g, "").match(/<meta[\s/][^>]*>/gi) ?? [];
  for (const tag of tags) {
    const direct = /[\s/"']charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(tag)?.[1];
    const inContent = /content\s*=\s*["']?[^"'>]*?;\s*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(tag)?.[1];
    const label = direct ?? inContent;
    if (known(label) !== undefined) return label;
  }
  return undefined;
}

/** The label in the spelling of its decoder; a label nobody knows says nothing. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return !NO_CHARSET.test(label) && iconv.encodingExists(label) ? label.toLowerCase() : undefined;
  }
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), label);
  }
}

/** Whether more of a text is undecodable than is decoded to something beyond ASCII. */
function isContradicted(text: string): boolean {
  if (!text.includes(REPLACEMENT)) return false;
  let wrong = 0;
  let right = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) wrong++;
    else if (code > 0x7f) right++;
  }
  return wrong > right;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
