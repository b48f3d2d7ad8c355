/** The first page: a search that answers while one types, the categories and the actors. */
import type { Actor } from "../../runtime/actor.ts";
import type { CategorySummary } from "../../runtime/catalog.ts";
import { type Html, html } from "../html/html.ts";
import { type ResultPage, resultsList } from "./results.ts";

export interface HomeFacts {
  /** None while there is no catalogue. */
  readonly categories: readonly CategorySummary[];
  readonly actors: readonly Actor[];
  readonly hubUrl: string;
  /** What was asked for, where something was. */
  readonly found?: ResultPage | undefined;
}

export const HOME_TITLE = "Find an API, call it and pay for it";

export function homeBody({ categories, actors, hubUrl, found }: HomeFacts): Html {
  const entries = categories.reduce((sum, { entryCount }) => sum + entryCount, 0);
  return html`<form action="/" role="search">
      <label for="q">What shall an API do for you?</label>
      <p class="search">
        <input
          id="q"
          name="q"
          type="search"
          maxlength="300"
          autocomplete="off"
          placeholder="send sms"
          value="${found?.text ?? ""}"
        />
        <button class="main">Search</button>
      </p>
    </form>
    <div id="found">${found && resultsList(found)}</div>
    <div id="browse" data-title="${HOME_TITLE}" ${found !== undefined && html`hidden`}>
      <h2>
        ${entries > 0 ? `${entries.toLocaleString("en")} operations in ${categories.length} categories` : "There is no catalogue yet"}
      </h2>
      <ul class="columns">
        ${categories.map(
          ({ slug, name, entryCount }) =>
            html`<li>
              <a href="/categories/${slug}">${name}</a> <span class="soft">${entryCount.toLocaleString("en")}</span>
            </li>`,
        )}
      </ul>
      <h2><a href="/actors">${actors.length} actors</a></h2>
      <p class="soft">Ready-made tools of this hub. Most are free and need no key.</p>
      <ul class="columns">
        ${actors.map(({ slug, name }) => html`<li><a href="/actors/${slug}">${name}</a></li>`)}
      </ul>
      <h2>An agent begins here</h2>
      <pre tabindex="0"><code>claude mcp add --transport http hub ${hubUrl}/mcp</code></pre>
      <pre tabindex="0"><code>curl -s ${hubUrl}/llms.txt</code></pre>
      <p>
        A free key: at the head of this page, or <code>POST /api/v1/agent/register/</code>, as the
        <a href="/docs#register">reference</a> says. <a href="/skills/index.json">Skills</a> for agents that install
        them.
      </p>
    </div>`;
}
