/** An operation of the catalogue as a page: what it takes, how it is called, and a form that shows the request. */
import { inputSchema } from "../../catalog/spec/definitions.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { onlyReads } from "../../runtime/entries/only-reads.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { type Html, html, safeHref } from "../html/html.ts";
import { neededArguments } from "../skills/example-arguments.ts";
import { fieldsTable } from "./fields.ts";
import { formFields, isFormed, resolved } from "./form.ts";
import { ACCESS } from "./results.ts";
import { runForm } from "./run-form.ts";

export interface EntryFacts {
  readonly entry: Entry;
  /** Its OpenAPI document. */
  readonly spec: JsonObject;
  readonly hubUrl: string;
  /** What a call costs whoever has no daily call left, in XRP. */
  readonly price: number;
  /** What stands in its form: `params` and `body`; left out, what the description gives as examples. */
  readonly input?: JsonObject | undefined;
}

/** What kind of credential, as far as one is named. */
const AUTH: Readonly<Record<string, string>> = {
  api_key: "an API key",
  basic: "user name and password",
  bearer: "a token",
  oauth2: "a login by OAuth 2.0",
};

/** A credential that is given once, and that calls then carry. */
const CONNECTABLE: ReadonlySet<string> = new Set(["needs_connection", "needs_client", "optional", "connected"]);

/** A body with more members than these is written as JSON: a form of it would be a page of its own. */
const MAX_BODY_FIELDS = 30;

export function entryBody({ entry, spec, hubUrl, price, input }: EntryFacts): Html {
  const { slug, name, method, path, baseUrl, description, apiTitle, provider, auth, access, docsUrl, category } = entry;
  const tool = method === "GET" && onlyReads(entry) ? "read_api" : "call_api";
  const callPath = `/api/v1/agent/proxy/${slug}/call/`;
  const schema = inputSchema(spec);
  const { example } = neededArguments(schema);
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
      <dd>
        ${ACCESS[access.state]}${AUTH[auth] !== undefined && ` (${AUTH[auth]})`}:
        <a href="/api/v1/agent/tool/${slug}/access/">what it is and who gives it</a
        >${CONNECTABLE.has(access.state) && html`. <a href="/connections?for=${slug}">Connect it</a>`}
      </dd>
      <dt>Quality</dt>
      <dd>${entry.quality.score.toFixed(2)} of 1: ${qualityOf(entry)}</dd>
      <dt>More</dt>
      <dd>
        <a href="/api/v1/agent/tool/${slug}/spec/">OpenAPI document</a
        >${docsUrl !== null && html`, <a href="${safeHref(docsUrl)}" rel="noreferrer">its provider's documentation</a>`}
      </dd>
    </dl>
    <h2>Call it</h2>
    <p class="soft">With a key a dry run shows the request for free, and a call costs one daily call.</p>
    ${runForm({
      title: name,
      path: callPath,
      slug,
      tool,
      fields: [paramsPart(schema, objectOf(input?.params)), bodyPart(schema, input?.body), credentialPart(entry)],
      buttons: html`<button class="main" name="dry_run" value="true" disabled>Dry run · free with a key</button>
        <button name="call" value="true" disabled>Call · 1 daily call or ${price} XRP</button>`,
      isKeyed: true,
      curl: `curl -s -H "X-API-Key: $HUB_KEY" '${hubUrl}${callPath}' -H 'content-type: application/json' \\\n  -d '${JSON.stringify(input ?? example).replaceAll("'", String.raw`'\''`)}'`,
    })}`;
}

function paramsPart(schema: JsonObject, values: JsonObject): Html | undefined {
  const params = objectOf(objectOf(schema.properties).params);
  if (!isFormed(params, Number.POSITIVE_INFINITY)) return undefined;
  const own = withResolved(params, schema);
  return html`<fieldset>
    <legend>Parameters</legend>
    ${formFields({ schema: own, at: "/params", values: { ...statedIn(own), ...values }, prefix: "param" })}
  </fieldset>`;
}

/** Fields where the body has few members; else its JSON, with a table of what it may hold. */
function bodyPart(schema: JsonObject, value: unknown): Html | undefined {
  const given = objectOf(schema.properties).body;
  if (!isObject(given)) return undefined;
  const body = withResolved(resolved(given, schema), schema);
  if (isFormed(body, MAX_BODY_FIELDS) && (value === undefined || isObject(value)))
    return html`<fieldset>
      <legend>Body</legend>
      ${formFields({ schema: body, at: "/body", values: { ...statedIn(body), ...objectOf(value) }, prefix: "body" })}
    </fieldset>`;
  const { example } = neededArguments({ ...schema, required: ["body"] });
  const isNeeded = listOf(schema.required).includes("body");
  return html`${fieldsTable("Body", objectOf(body.properties), new Set(listOf(body.required).map(textOf)))}
  ${formFields({
    schema: { properties: { body: { description: "As JSON." } }, required: isNeeded ? ["body"] : [] },
    at: "",
    values: { body: value ?? example.body },
    prefix: "body",
  })}`;
}

/** What the call sends for itself. It stands in no address and no snippet. */
function credentialPart({ auth, access }: Entry): Html | undefined {
  const names = auth === "basic" ? ["basic/username", "basic/password"] : CREDENTIALS[auth];
  if (names === undefined || access.state === "open") return undefined;
  return html`<details>
    <summary>A credential of yours, for this call only</summary>
    ${names.map(
      (name) =>
        html`<div class="field">
          <label for="credential-${name}">${name.replace("basic/", "").replace("_", " ")}</label>
          <input
            id="credential-${name}"
            type="password"
            autocomplete="off"
            data-at="/credentials/${name}"
            data-kind="text"
            data-secret
          />
        </div>`,
    )}
    <p class="hint">
      It is sent with the call, and the hub keeps it nowhere. An agent of yours uses a connection instead.
    </p>
  </details>`;
}

const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  api_key: ["api_key"],
  bearer: ["bearer"],
  oauth2: ["bearer"],
};

function withResolved(schema: JsonObject, root: JsonObject): JsonObject {
  const members = Object.entries(objectOf(schema.properties)).map(([name, own]) => [name, resolved(own, root)]);
  return { ...schema, properties: Object.fromEntries(members) as JsonObject };
}

/** What the description itself gives as a value of each needed member. */
function statedIn(schema: JsonObject): JsonObject {
  const members = listOf(schema.required).map((name) => [
    textOf(name),
    statedBy(objectOf(schema.properties)[textOf(name)]),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
}

function statedBy(schema: unknown): unknown {
  const { example, examples, default: usual, enum: values } = objectOf(schema);
  return example ?? listOf(examples)[0] ?? usual ?? listOf(values)[0];
}

function qualityOf({ quality: { evidence } }: Entry): string {
  const { parameters, parametersDescribed, descriptionChars, hasResponseSchema } = evidence;
  return [
    `${descriptionChars} characters of description`,
    `${parametersDescribed} of ${parameters} parameters described`,
    hasResponseSchema ? "the answer's shape stated" : "the answer's shape not stated",
  ].join(", ");
}
