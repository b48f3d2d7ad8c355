/** What runs an actor or calls an operation: its fields and buttons. Without script it still says what is asked for. */
import { type Child, type Html, html } from "../html/html.ts";

export interface RunForm {
  /** What is run, as the notices of the page call it. */
  readonly title: string;
  readonly path: string;
  readonly slug: string;
  /** The tool of `/mcp` that does the same. */
  readonly tool: string;
  readonly fields: Child;
  /** Disabled until the script has come: without it, a press would load the page anew, without what was typed. */
  readonly buttons: Child;
  /** Whether nobody may send it without a key or a payment. */
  readonly isKeyed: boolean;
  /** The same request as a command, for whoever has no script. */
  readonly curl: string;
}

export function runForm({ title, path, slug, tool, fields, buttons, isKeyed, curl }: RunForm): Html {
  return html`<form
      class="run"
      data-title="${title}"
      data-path="${path}"
      data-slug="${slug}"
      data-tool="${tool}"
      ${isKeyed && html`data-keyed`}
    >
      ${fields}
      <p class="row">${buttons}</p>
      <noscript><p class="soft">Sending it from this page needs script; the command below does not.</p></noscript>
    </form>
    <div class="outcome"></div>
    <h2>The same as code</h2>
    <div class="snippets">
      <pre tabindex="0"><code>${curl}</code></pre>
    </div>`;
}
