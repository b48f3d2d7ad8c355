/** The operator's page: a place for what its script asks for with the token. */
import { type Html, html } from "../html/html.ts";

export function operatorBody(): Html {
  return html`<div id="operator">
    <noscript>
      <p class="soft">
        Showing it on this page needs script. The shell does without: <code>npx bun run admin parked</code>
      </p>
    </noscript>
  </div>`;
}
