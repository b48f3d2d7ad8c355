/** Reading a fetched page, whatever it is written in: its text, its Markdown and what it says about itself. */
import type { ActorContext, FetchResult } from "../runtime/actor.ts";
import type { Page, PageSource } from "./fields.ts";
import type readPdf from "./pdf.ts";
import type { readPage as work } from "./read.ts";

/**
 * Reads HTML, XHTML, feeds and other XML, JSON, plain text and PDF.
 * @throws {HubError} `upstream_status` for what holds no text, such as a picture.
 */
export function readPage(
  { bytes, headers, url }: FetchResult,
  { offload }: Pick<ActorContext, "offload">,
): Promise<Page> {
  const source: PageSource = { bytes, contentType: headers.get("content-type"), url };
  if (isPdf(bytes)) return offload<typeof readPdf>(new URL("pdf.ts", import.meta.url), source);
  return offload<typeof work>(new URL("read.ts", import.meta.url), source);
}

/** By its first bytes, whatever the server calls it. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}
