/** An operation of the catalogue as a page: what it takes, how it is called, and a form that shows the request. */
import { inputSchema } from "../../catalog/spec/definitions.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { type Html, html, safeHref } from "../html/html.ts";
import { fieldsTable } from "./fields.ts";

export interface EntryFacts {
  readonly entry: Entry;
  /** Its OpenAPI document. */
  readonly spec: JsonObject;
  readonly hubUrl: string;
}

export function entryBody({ entry, spec, hubUrl }: EntryFacts): Html {
  const { slug, method, path, baseUrl, description, apiTitle, provider, auth, access, docsUrl, category } = entry;
  const input = inputSchema(spec);
  const { params, body } = objectOf(input.properties);
  const call = exampleOf(objectOf(params), isObject(body) ? body : undefined);
  return html`<p>
      <span class="method">${method}</span> <code>${path}</code> of <strong>${apiTitle}</strong>, ${provider} (<a
        href="/categories/${category}"
        >${category}</a
      >)
    </p>
    ${entry.vanishedAt !== null && html`<p class="bad">The last import of its source no longer had it.</p>`}
    ${entry.deprecated && html`<p class="bad">Its provider advises against using it.</p>`}
    <p class="text">${description}</p>
    <dl>
      <dt>Server</dt>
      <dd><code>${baseUrl}</code></dd>
      <dt>Credential</dt>
      <dd>${auth}, ${access.state}: <a href="/api/v1/agent/tool/${slug}/access/">what it is and who gives it</a></dd>
      <dt>Quality</dt>
      <dd>${entry.quality.score.toFixed(2)} of 1: ${qualityOf(entry)}</dd>
      <dt>More</dt>
      <dd>
        <a href="/api/v1/agent/tool/${slug}/spec/">OpenAPI document</a
        >${docsUrl !== null && html`, <a href="${safeHref(docsUrl)}" rel="noreferrer">its provider's documentation</a>`}
      </dd>
    </dl>
    ${tableOf("Parameters", params)} ${tableOf("Body", body)}
    <h2>Call it</h2>
    <p>With a key a dry run shows the request for free, and a call costs one daily call.</p>
    <div id="key"></div>
    <div
      class="try"
      data-method="POST"
      data-path="/api/v1/agent/proxy/${slug}/call/"
      data-body="${JSON.stringify({ ...call, dry_run: true }, null, 2)}"
    ></div>
    <pre><code>curl -s -H "X-API-Key: $HUB_KEY" '${hubUrl}/api/v1/agent/proxy/${slug}/call/' -H 'content-type: application/json' \\
  -d '${JSON.stringify(call).replaceAll("'", String.raw`'\''`)}'</code></pre>
    <h3 class="block">Over MCP</h3>
    <pre><code>${JSON.stringify({ name: method === "GET" ? "read_api" : "call_api", arguments: { slug, ...call } }, null, 2)}</code></pre>`;
}

function tableOf(caption: string, schema: unknown): Html | undefined {
  const { properties, required } = objectOf(schema);
  return fieldsTable(caption, objectOf(properties), new Set(listOf(required).map(textOf)));
}

/** What the description needs, each with its own example where it states one. */
function exampleOf(params: JsonObject, body: JsonObject | undefined): JsonObject {
  const needed = (schema: JsonObject): JsonObject =>
    Object.fromEntries(
      listOf(schema.required)
        .map(textOf)
        .map((name) => [name, valueOf(objectOf(objectOf(schema.properties)[name]))]),
    );
  return {
    ...(listOf(params.required).length > 0 && { params: needed(params) }),
    ...(body !== undefined && { body: needed(body) }),
  };
}

function valueOf({ example, default: usual, enum: values, type }: JsonObject): unknown {
  const [first] = listOf(values);
  return example ?? usual ?? first ?? (type === "integer" || type === "number" ? 0 : type === "boolean" ? false : "");
}

function qualityOf({ quality: { evidence } }: Entry): string {
  const { parameters, parametersDescribed, descriptionChars, hasResponseSchema } = evidence;
  return [
    `${descriptionChars} characters of description`,
    `${parametersDescribed} of ${parameters} parameters described`,
    hasResponseSchema ? "the answer's shape stated" : "the answer's shape not stated",
  ].join(", ");
}
