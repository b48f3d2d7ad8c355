/** The actors as a page, and each as one: what it takes, and a form with an example that runs. */
import type { Actor } from "../../runtime/actor.ts";
import { type Html, html } from "../html/html.ts";
import { fieldsTable } from "./fields.ts";

export function actorsBody(actors: readonly Actor[]): Html {
  return html`<p>Ready-made tools of this hub, each with a schema of its input, a cache time and a price.</p>
    <ul class="results">
      ${actors.map(
        ({ slug, name, description, usesLlm }) =>
          html`<li>
            <a href="/actors/${slug}">${name}</a>
            <span class="soft">${description}${usesLlm && " Asks a language model."}</span>
          </li>`,
      )}
    </ul>`;
}

export function actorBody(
  { slug, description, input, examples, usesLlm, cacheTtlSeconds }: Actor,
  hubUrl: string,
): Html {
  const [example] = examples;
  const sent = JSON.stringify(example?.input ?? {});
  return html`<p class="text">${description}</p>
    <p class="soft">
      ${usesLlm ? "Runs that ask the language model need a key or a payment; the others are free." : "Free, and needs no key."}
      ${cacheTtlSeconds > 0 && `An answer is kept for ${cacheTtlSeconds} s.`}
      <a href="/api/v1/agent/tool/${slug}/spec/">OpenAPI document</a>
    </p>
    ${fieldsTable("Input", input.properties, new Set(input.required ?? []))}
    <h2>Run it</h2>
    <div id="key"></div>
    <div
      class="try"
      data-method="POST"
      data-path="/api/v1/genius/actors/${slug}/run/"
      data-body="${JSON.stringify(example?.input ?? {}, null, 2)}"
    ></div>
    <pre><code>curl -s '${hubUrl}/api/v1/genius/actors/${slug}/run/' -H 'content-type: application/json' \\
  -d '${sent.replaceAll("'", String.raw`'\''`)}'</code></pre>
    <h3 class="block">Over MCP</h3>
    <pre><code>${JSON.stringify({ name: "run_actor", arguments: { slug, input: example?.input ?? {} } }, null, 2)}</code></pre>`;
}
