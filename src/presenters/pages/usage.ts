/** `/usage`: the place for what a key has used. Its script asks for that with the key, which no page holds. */
import { type Html, html } from "../html/html.ts";

export function usageBody(hubUrl: string): Html {
  return html`<div id="usage">
      <noscript><p class="soft">Showing it on this page needs script; the command below does not.</p></noscript>
    </div>
    <h2>The same as code</h2>
    <pre tabindex="0"><code>curl -s '${hubUrl}/api/v1/agent/usage/' -H "X-API-Key: $HUB_KEY"</code></pre>`;
}
