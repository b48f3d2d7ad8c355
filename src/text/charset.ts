/**
 * From the bytes of a foreign document to its text, as browsers and feed readers find its charset: by the byte order
 * mark, by the header, by what the document says of itself, by its bytes (WHATWG Encoding, XML 1.0 appendix F).
 */
import { withoutSpans } from "./spans.ts";
import { analyse } from "chardet";
import iconv from "iconv-lite";

export type DocumentKind = "html" | "xml";

/** A document says early what it is in; some pages have a long script or comment before. */
const HEAD_BYTES = 8192;
const FALLBACK = "windows-1252";
/** Fewer bytes beyond ASCII may be anything. */
const EVIDENCE = 8;
/** What is looked at to guess a charset, from the first byte beyond ASCII on. */
const GUESSED_BYTES = 32_768;
/** Of 100. Below it a guess is no better than the fallback. */
const MIN_CONFIDENCE = 20;
/** Labels of the library that mean its own codings of bytes as text. */
const NO_CHARSET = /^\W*(?:base64|hex|binary|internal)/i;
const REPLACEMENT = "\ufffd";

/**
 * The document's text, without its byte order mark. What cannot be decoded becomes U+FFFD; this never fails.
 * A charset that the header or the document names is believed unless most of what is not ASCII contradicts it, or all
 * of it is UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, kind?: DocumentKind): string {
  const wide = byMark(bytes) ?? byWidth(bytes);
  if (wide !== undefined) return decode(bytes, wide);
  const utf8 = asUtf8(bytes);
  const hasEvidence = isBeyondAscii(bytes);
  if (utf8 !== undefined && hasEvidence) return utf8; // By no accident.

  const header = known(/;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? "")?.[1]);
  const own = kind === undefined ? undefined : declared(bytes, kind);
  for (const label of [header, own]) {
    // So are few letters in UTF-8, where the charset that servers name unasked would make "Ã¼" of each.
    if (label === FALLBACK && utf8 !== undefined) return utf8;
    const text = label === undefined ? undefined : decode(bytes, label);
    if (text !== undefined && !isContradicted(text)) return text;
  }
  if (header === undefined && utf8 !== undefined) return utf8;
  const guessed = hasEvidence ? guess(bytes) : undefined;
  const named = header ?? own ?? FALLBACK;
  // A document in letters that are no UTF-8 is not in UTF-8, whoever says so.
  return decode(bytes, guessed ?? (named === "utf-8" && kind !== undefined ? FALLBACK : named));
}

function byMark([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32le" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "utf-32be";
  return undefined;
}

/** Characters wider than a byte, when the first of them are ASCII, as markup and JSON begin. */
function byWidth(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  const zeros = /^[\t\n\r -~\0]{4}$/.test(start) ? start.replace(/[^\0]/g, "x").replaceAll("\0", "0") : "";
  switch (zeros) {
    case "0x0x":
      return "utf-16be";
    case "x0x0":
      return "utf-16le";
    case "000x":
      return "utf-32be";
    case "x000":
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
  const tags = withoutSpans(head, "<!--", "-->").match(/<meta[\s/][^<>]{0,1000}>/gi) ?? [];
  for (const tag of tags) {
    const direct = /[\s/"']charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(tag)?.[1];
    const inContent = /content\s{0,9}=[^>;]{0,100};\s{0,9}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(tag)?.[1];
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

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isBeyondAscii(bytes: Uint8Array): boolean {
  let beyond = 0;
  for (const byte of bytes) if (byte > 0x7f && ++beyond >= EVIDENCE) return true;
  return false;
}

/** By how often which letters follow each other, where nobody has said it. */
function guess(bytes: Uint8Array): string | undefined {
  const start = bytes.findIndex((byte) => byte > 0x7f);
  const [best] = analyse(bytes.subarray(start, start + GUESSED_BYTES));
  return best !== undefined && best.confidence >= MIN_CONFIDENCE ? known(best.name) : undefined;
}
