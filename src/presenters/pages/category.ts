/** A category as a page: what it is, who offers the most in it, and what to look at first. */
import type { CategoryDetail } from "../../runtime/catalog.ts";
import { type Html, html } from "../html/html.ts";
import { entryLink } from "./results.ts";

export function categoryBody({ slug, description, entryCount, topProviders, featured, sample }: CategoryDetail): Html {
  const shown = [...new Map([...featured, ...sample].map((entry) => [entry.slug, entry])).values()];
  return html`<p>${description} ${entryCount.toLocaleString("en")} operations.</p>
    <p><a href="/?q=${slug}">Search in it</a></p>
    <h2>Look at these first</h2>
    <ol class="results">
      ${shown.map((entry) => html`<li>${entryLink(entry)}</li>`)}
    </ol>
    <h2>Providers</h2>
    <ul class="columns">
      ${topProviders.map(({ provider, entryCount: count }) => html`<li>${provider} <span class="soft">${count.toLocaleString("en")}</span></li>`)}
    </ul>`;
}
