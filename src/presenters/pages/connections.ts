/** The credentials of a key as a page: its script asks for them with the key. What is given is typed on a page of its own. */
import { type Html, html } from "../html/html.ts";

export function connectionsBody(): Html {
  return html`<p class="soft">
      A connection is a credential of yours for the hosts of an API. The hub adds it to calls of these hosts. No agent,
      answer or log shows it, and this page never has it: it is typed on a page of its own, or given by a login.
    </p>
    <div id="connections">
      <p>
        This page asks for your connections by script. Without it the shell does the same:
        <code>npx bun run connect &lt;slug&gt;</code>.
      </p>
    </div>`;
}
