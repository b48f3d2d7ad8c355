/** What a search found, as a list of links: in the page, and as the part of it that is fetched while somebody types. */
import { CATEGORIES } from "../../catalog/categories.ts";
import type { AccessState } from "../../runtime/access.ts";
import type { Entry, SearchResult } from "../../runtime/catalog.ts";
import { type Html, html } from "../html/html.ts";

export interface ResultPage {
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
  readonly result: SearchResult;
}

/** A search goes no further by hand; a key or a payment does. */
export const MAX_OFFSET = 40;

export function resultsList({ text, offset, limit, result: { total, hits, correctedTo } }: ResultPage): Html {
  if (hits.length === 0)
    return html`<p>
        Nothing in the catalogue says that. Try other words, have
        <a href="/docs#create_tool">a tool made of a sentence</a>, or begin with a category:
      </p>
      ${categoryLinks()}`;
  const next = offset + limit;
  const counted = `${offset + 1} to ${offset + hits.length} of ${total.toLocaleString("en")} for "${text}"`;
  return html`<p class="soft">${counted}${correctedTo !== undefined && `, searched as "${correctedTo}"`}</p>
    <ol class="results" start="${offset + 1}">
      ${hits.map(({ entry }) => html`<li>${entryLink(entry)}</li>`)}
    </ol>
    ${
      next < total && next <= MAX_OFFSET
        ? html`<p><a href="/?${new URLSearchParams({ q: text, offset: String(next) }).toString()}">More</a></p>`
        : next < total && html`<p class="soft">More by the interface: <a href="/docs#search_apis">search</a>.</p>`
    }`;
}

export function entryLink({ slug, method, name, apiTitle, provider, access: { state } }: Entry): Html {
  // One that has no name is called by its method and path.
  const called = name.startsWith(`${method} `) ? name.slice(method.length + 1) : name;
  return html`<a href="/apis/${slug}"><span class="method">${method}</span> ${called}</a>
    <span class="soft">${apiTitle} · ${provider} · ${ACCESS[state]}</span>`;
}

/** What a call must bring, in a few words. */
export const ACCESS: Readonly<Record<AccessState, string>> = {
  open: "no credential",
  optional: "credential optional",
  connected: "connected",
  needs_connection: "needs a credential",
  needs_client: "needs a login",
  unsupported: "a login the hub does not make",
  unknown: "credential not known",
};

function categoryLinks(): Html {
  return html`<ul class="columns">
    ${CATEGORIES.map(({ slug, name }) => html`<li><a href="/categories/${slug}">${name}</a></li>`)}
  </ul>`;
}
