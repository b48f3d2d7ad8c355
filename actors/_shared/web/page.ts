/** A public page by the address a caller gives, fetched and read. */
import type { ActorContext, FetchResult } from "../../../src/runtime/actor.ts";
import { HubError, invalidInput } from "../../../src/runtime/errors.ts";
import { readPage } from "../../../src/page/page.ts";
import type { Page } from "../../../src/page/fields.ts";
import { expectOk } from "../../../src/net/read.ts";

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

/** Too slow, too early and too often: refusals that pass. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The answer itself, when its status says it is a page.
 * @throws {HubError} `upstream_status` when the page's server refuses for good, `upstream_failed` when it may answer later.
 */
function expectPage(fetched: FetchResult): FetchResult {
  const { status } = fetched;
  if (status < 400 || status >= 500 || PASSING.has(status)) return expectOk(fetched);
  throw new HubError("upstream_status", `The server of the page answered with status ${status}: ${refusalOf(status)}.`);
}

function refusalOf(status: number): string {
  if (status === 404 || status === 410) return "there is no page at this address";
  if (status === 401 || status === 402 || status === 403) return "it does not show this page to programs";
  return "it does not give this page";
}

/** A domain alone is meant as the address of its site. Which addresses are allowed is judged where they are fetched. */
export function pageAddress(text: string): string {
  const written = text.trim();
  if (written === "") throw invalidInput("/url", "is empty");
  return /^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[\w.-]+:\d+(?:\/|$)/.test(written) ? written : `https://${written}`;
}
