/** A public page by the address a caller gives, fetched and read. */
import type { ActorContext } from "../../../src/runtime/actor.ts";
import { invalidInput } from "../../../src/runtime/errors.ts";
import { readPage } from "../../../src/page/page.ts";
import type { Page } from "../../../src/page/fields.ts";
import { expectPage } from "../../../src/net/read.ts";

const HEADERS = { accept: "text/html, application/xhtml+xml, application/xml;q=0.9, text/*;q=0.8, */*;q=0.5" };

export interface FetchedPage {
  /** The address that was asked for. */
  readonly url: string;
  /** The address that answered, after redirects. */
  readonly finalUrl: string;
  readonly page: Omit<Page, "refresh">;
}

/**
 * A page that leads elsewhere by itself is followed, once.
 * @throws {HubError} `invalid_input` on "/url", `url_not_allowed`, `upstream_*`.
 */
export async function fetchPage(url: string, context: ActorContext): Promise<FetchedPage> {
  const address = pageAddress(url);
  const first = await readAt(address, context);
  const { finalUrl, page } = first.page.refresh === undefined ? first : await readAt(first.page.refresh, context);
  const { refresh: _refresh, ...read } = page;
  return { url: address, finalUrl, page: read };
}

async function readAt(address: string, context: ActorContext): Promise<{ finalUrl: string; page: Page }> {
  const fetched = expectPage(await context.fetch(address, { headers: HEADERS }));
  return { finalUrl: fetched.url, page: await readPage(fetched, context) };
}

/** A domain alone is meant as the address of its site. Which addresses are allowed is judged where they are fetched. */
export function pageAddress(text: string): string {
  const written = text.trim();
  if (written === "") throw invalidInput("/url", "is empty");
  return /^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[\w.-]+:\d+(?:\/|$)/.test(written) ? written : `https://${written}`;
}
