/** Reading a fetched page, whatever it is written in: its text, its Markdown and what it says about itself. */
import type { ActorContext, FetchResult } from "../runtime/actor.ts";
import type { Page, PageSource } from "./fields.ts";
import type readPdf from "./pdf.ts";
import type { readPage as work } from "./read.ts";

/**
 * A few hundred bytes of PDF can ask its library for work without end. On a machine four times slower than ours, honest
 * files take half a second for a hundred kilobytes, and the first one of a thread waits for the library.
 */
const PDF_MS = 3_000;
const PDF_MS_PER_BYTE = 1 / 100;

/**
 * Reads HTML, XHTML, feeds and other XML, JSON, plain text and PDF.
 * @throws {HubError} `upstream_status` for what holds no text, such as a picture.
 */
export function readPage(
  { bytes, headers, url }: FetchResult,
  { offload }: Pick<ActorContext, "offload">,
): Promise<Page> {
  const source: PageSource = { bytes, contentType: headers.get("content-type"), url };
  if (isPdf(bytes)) {
    const withinMs = PDF_MS + bytes.length * PDF_MS_PER_BYTE;
    return offload<typeof readPdf>(new URL("pdf.ts", import.meta.url), source, [], withinMs);
  }
  return offload<typeof work>(new URL("read.ts", import.meta.url), source);
}

/** By its first bytes, whatever the server calls it. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}
