/** Reads the text of a PDF: the work of a thread of its own, bounded in pages and characters. */
import { getDocumentProxy } from "unpdf";
import { HubError } from "../runtime/errors.ts";
import { isoDate } from "./metadata/dates.ts";
import type { Page, PageSource } from "./fields.ts";
import { clean } from "./metadata/head.ts";
import { headingsOf } from "./output/links.ts";
import { toMarkdown } from "./output/markdown.ts";
import { noPage } from "./media.ts";
import { contentOf, type PdfLine } from "./pdf-lines.ts";
import { isTangled } from "./pdf-openings.ts";
import { countWords, elementText } from "./output/text.ts";
import { visible } from "./tree/invisible.ts";

const MAX_PAGES = 300;
const MAX_CHARS = 500_000;
const MAX_LINKS = 1_000;
const NO_TITLE =
  /^(?:untitled|unbenannt|sans titre|sin título|document\d*|microsoft word|.{1,120}\.(?:docx?|indd|tex|dvi|qxp|pub))(?:$|\s-)/i;

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * @throws {HubError} `upstream_status` for a file that is broken or locked.
 */
export default async function readPdf({ bytes, url: address }: PageSource): Promise<Page> {
  if (isTangled(bytes)) throw noPage("application/pdf", "%PDF-");
  const document = await open(bytes);
  try {
    const { lines, links, pages, broken } = await linesOf(document);
    if (pages === broken) throw noPage("application/pdf", "%PDF-");
    const content = contentOf(lines);
    const text = elementText(content);
    const headings = headingsOf(content);
    const info = await infoOf(document);
    const title = clean(info("Title"));
    const isTitle = title !== "" && !NO_TITLE.test(title);
    return {
      ...(text === "" ? { wall: "pictures" as const } : {}),
      ...cutOf(document.numPages, { pages, broken }),
      title: isTitle ? title : (headings[0]?.text ?? null),
      description: clean(info("Subject")) || null,
      author: clean(info("Author")) || null,
      site_name: null,
      published: isoDate(pdfDate(info("CreationDate"))),
      modified: isoDate(pdfDate(info("ModDate"))),
      language: clean(info("Language")) || null,
      image: null,
      text,
      markdown: toMarkdown(content, text, () => undefined),
      word_count: countWords(text),
      links: links.map((link) => ({ url: link, text: "", internal: new URL(link).host === new URL(address).host })),
      headings,
      json_ld: [],
      facts: [],
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Document> {
  try {
    // Nothing is drawn: neither fonts nor pictures are needed.
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize: 1,
      verbosity: 0,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException")
      throw new HubError("upstream_status", "The address leads to a PDF document that is locked with a password.");
    throw noPage("application/pdf", "%PDF-");
  }
}

interface PdfContent {
  readonly lines: readonly PdfLine[];
  readonly links: readonly string[];
  /** How many were looked at. */
  readonly pages: number;
  /** And how many of these could not be read. */
  readonly broken: number;
}

/** What is missing, in a sentence. */
function cutOf(all: number, { pages, broken }: Pick<PdfContent, "pages" | "broken">): { cut?: string } {
  if (pages < all) return { cut: `Only the first ${pages} of ${all} pages were read.` };
  return broken > 0 ? { cut: `${broken} of ${all} pages are broken and were not read.` } : {};
}

/** Of one page; `undefined` where it is broken, as the others need not be. */
async function partsOf(document: Document, number: number) {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const notes: readonly { readonly url?: unknown }[] = await page.getAnnotations();
    page.cleanup();
    return { items, notes };
  } catch {
    return undefined;
  }
}

async function linesOf(document: Document): Promise<PdfContent> {
  const lines: PdfLine[] = [];
  const links = new Set<string>();
  let chars = 0;
  let page = 0;
  let broken = 0;
  while (page < Math.min(document.numPages, MAX_PAGES) && chars < MAX_CHARS) {
    const parts = await partsOf(document, ++page);
    if (parts === undefined) {
      broken++;
      continue;
    }
    let text = "";
    let height = 0;
    let y: number | undefined;
    const flush = (): void => {
      const said = clean(visible(text));
      if (said !== "") lines.push({ text: said, page, y: y ?? 0, height });
      chars += said.length;
      text = "";
      height = 0;
      y = undefined;
    };
    for (const item of parts.items) {
      if (!("str" in item)) continue;
      const place: unknown = item.transform[5];
      if (item.str.trim() !== "") {
        // Text that is drawn elsewhere begins a line, whatever the file says.
        if (y !== undefined && typeof place === "number" && Math.abs(place - y) > Math.max(height, item.height) * 0.9)
          flush();
        y ??= typeof place === "number" ? place : 0;
        height = Math.max(height, item.height);
      }
      text += item.str;
      if (item.hasEOL) flush();
    }
    flush();
    for (const { url: said } of parts.notes) {
      const link = typeof said === "string" ? URL.parse(said) : null;
      if (link !== null && /^https?:$/.test(link.protocol) && links.size < MAX_LINKS) links.add(link.href);
    }
  }
  return { lines, links: [...links], pages: page, broken };
}

async function infoOf(document: Document): Promise<(name: string) => string> {
  const metadata = await document.getMetadata().catch(() => undefined); // A file without a name is a file.
  const said = new Map<string, unknown>(Object.entries(metadata?.info ?? {}));
  return (name) => {
    const value = said.get(name);
    return typeof value === "string" ? value : "";
  };
}

/** "D:20260302101500+01'00'" (PDF 1.7, section 7.9.4) as ISO 8601. */
function pdfDate(said: string): string | undefined {
  const found = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d)?'?(\d\d)?/.exec(said);
  if (found === null) return undefined;
  const [, year, month = "01", day = "01", hour, minute = "00", second = "00", zone, minutes = "00"] = found;
  if (hour === undefined) return `${year}-${month}-${day}`;
  const offset = zone === undefined || zone === "Z" ? (zone ?? "") : `${zone}:${minutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
