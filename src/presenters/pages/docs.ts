/** `/docs`: the reference as a page, from the same rows as `/openapi.json`. It reads without script; that adds a form to try. */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { Actor } from "../../runtime/actor.ts";
import { isObject, type JsonObject, listOf } from "../../text/foreign.ts";
import { ANSWER_HEADERS } from "../headers.ts";
import { capitalize } from "../../text/plain-text.ts";
import { type Html, html } from "../html/html.ts";
import { actorRow } from "../openapi/document.ts";
import { tableOf } from "./fields.ts";
import { schemaList, type Shapes } from "./shapes.ts";
import { errorStatusesOf, type Route, type RouteAccess, TAGS, type Tag, templateOf } from "../route.ts";
import { ERRORS } from "../../runtime/error-codes.ts";

export interface DocsFacts {
  readonly rows: readonly Route[];
  readonly actors: readonly Actor[];
  readonly hubUrl: string;
}

const NEEDS: Readonly<Record<RouteAccess, string>> = {
  open: "nothing",
  sold: "X-API-Key, or a payment by x402",
  run: "nothing, unless it asks the language model: then X-API-Key or a payment by x402",
  holder: "X-API-Key; it costs nothing",
  operator: "Authorization: Bearer, the operator's token",
  sandbox: "nothing; it is play money",
};

export function docsBody({ rows, actors, hubUrl }: DocsFacts): Html {
  const tags = Object.entries(TAGS).filter(([tag]) => rows.some((row) => row.tag === tag));
  const shapes: Shapes = new Map();
  const sections = tags.map(([tag, what]) => section(tag as Tag, what, { rows, actors, hubUrl }, shapes));
  return html`<p>
      Every path of this hub, from the table it is served by. The same for programs:
      <a href="/openapi.json">/openapi.json</a>. Every path answers with and without its trailing slash, and GET also
      answers HEAD.
    </p>
    <nav aria-label="Contents">
      <ul>
        ${tags.map(([tag, what]) => html`<li><a href="#part-${tag}">${capitalize(tag)}</a> <span class="soft">${what}</span></li>`)}
        <li><a href="#shapes">Shapes</a> <span class="soft">What answers are made of.</span></li>
        <li><a href="#errors">Errors</a> <span class="soft">Every code, and what to do.</span></li>
      </ul>
    </nav>
    ${sections} ${shapesSection(shapes)} ${errorsSection()} ${headersSection()}`;
}

function section(tag: Tag, what: string, { rows, actors, hubUrl }: DocsFacts, shapes: Shapes): Html {
  const shown = rows
    .filter((row) => row.tag === tag)
    .flatMap((row) => [
      operation(row, hubUrl, shapes),
      ...(row.isPerActor ? actors.map((actor) => actorOperation(actorRow(row, actor), actor)) : []),
    ]);
  // An operation may be called like its part.
  return html`<section aria-labelledby="part-${tag}">
    <h2 id="part-${tag}">${capitalize(tag)}</h2>
    <p>${what}</p>
    ${shown}
  </section>`;
}

/** An actor's own path: what it takes and answers stands on the actor's page, with a form. */
function actorOperation({ id, method, path, summary }: Route, { slug, name }: Actor): Html {
  return html`<details id="${id}">
    <summary>
      <span class="method">${method}</span>
      <h3><code>${path}</code></h3>
      <span class="soft">${firstSentence(summary)}</span>
    </summary>
    <p><a href="/actors/${slug}">${name}</a>: its fields, examples, answer and a form.</p>
  </details>`;
}

function operation(row: Route, hubUrl: string, shapes: Shapes): Html {
  const { id, method, path, summary, access, params, query, body, ok, example } = row;
  const isTried = method !== "WS" && access !== "operator";
  return html`<details id="${id}">
    <summary>
      <span class="method">${method}</span>
      <h3><code>${templateOf(path)}</code></h3>
      <span class="soft">${firstSentence(summary)}</span>
    </summary>
    <p>${summary}</p>
    <p>Needs ${NEEDS[access]}.</p>
    ${fieldsTable("Path", params)}${fieldsTable("Query", query)}${bodyOf(body)}
    ${
      method !== "WS" &&
      html`<h4>Example</h4>
        <pre tabindex="0"><code>${curlOf(row, example, hubUrl)}</code></pre>`
    }
    <h4>Answer</h4>
    <p>${ok.status ?? 200}: ${ok.description}${ok.type !== undefined && html` <code>${ok.type}</code>`}</p>
    ${
      ok.schema !== undefined &&
      html`<ul>
        ${schemaList(ok.schema, 1, shapes)}
      </ul>`
    }
    <p class="soft">Errors: ${errorStatusesOf(row).join(", ")}; see <a href="#errors">below</a>.</p>
    ${isTried && html`<div class="try" data-method="${method}" data-path="${templateOf(path)}" data-params="${JSON.stringify(example?.params ?? {})}" data-query="${JSON.stringify(queryFields(query, example?.query))}" ${body !== undefined && html` data-body="${JSON.stringify(example?.body ?? {}, null, 2)}"`}></div>`}
  </details>`;
}

function fieldsTable(name: string, schema: TObject | undefined): Html | undefined {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return undefined;
  const required = new Set(name === "Path" ? fields.map(([field]) => field) : (schema?.required ?? []));
  return html`<h4>${name}</h4>
    <div class="wide">${tableOf(fields, required, "required")}</div>`;
}

function bodyOf(body: TSchema | undefined): Html | undefined {
  if (body === undefined) return undefined;
  const [first = body] = listOf(body["anyOf"]) as TSchema[]; // Of a union the first is what is usually sent.
  return html`<h4>Body</h4>
    ${isObject(first.properties) && Object.keys(first.properties).length > 0 ? fieldsTable("Fields", first as TObject) : html`<p>A JSON object.</p>`}`;
}

/** Grows while it is written: a shape may hold others. */
function shapesSection(shapes: Shapes): Html {
  const written: Html[] = [];
  for (const [name, schema] of shapes)
    written.push(
      html`<details id="shape-${name}">
        <summary>
          <h3>${name}</h3>
        </summary>
        <ul>
          ${schemaList(schema, 1, shapes)}
        </ul>
      </details>`,
    );
  return html`<section aria-labelledby="shapes">
    <h2 id="shapes">Shapes</h2>
    ${written}
  </section>`;
}

function curlOf(
  { method, path, access, bodyType }: Route,
  { params, query, body }: NonNullable<Route["example"]> = {},
  hubUrl: string,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? name));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  const key =
    access === "sold" || access === "holder"
      ? ` -H "X-API-Key: $HUB_KEY"`
      : access === "operator"
        ? ` -H "Authorization: Bearer $ADMIN_TOKEN"`
        : "";
  const verb = method === "DELETE" ? " -X DELETE" : "";
  const data =
    method === "POST" && bodyType === undefined
      ? ` -H 'content-type: application/json' -d '${JSON.stringify(body ?? {}).replaceAll("'", String.raw`'\''`)}'`
      : method === "POST"
        ? " -d ''"
        : "";
  return `curl -s${verb}${key} '${hubUrl}${filled}${search && `?${search}`}'${data}`;
}

/** What the form offers of the query: each name with its example. */
function queryFields(query: TObject | undefined, example: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.keys(query?.properties ?? {}).map((name) => [name, String(example[name] ?? "")]));
}

function errorsSection(): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    <p>
      Every error is a problem document (RFC 9457) with <code>code</code>, <code>detail</code>,
      <code>request_id</code> and <code>next_actions</code>. A 402 also holds x402's terms.
    </p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">status</th>
            <th scope="col">code</th>
            <th scope="col">what it means</th>
            <th scope="col">what to do</th>
          </tr>
        </thead>
        <tbody>
          ${ERRORS.map(
            ({ status, code, title, next, retryable }) =>
              html`<tr id="error-${code}">
                <td>${status}</td>
                <td><code>${code}</code></td>
                <td>${title}${retryable && " (may be repeated)"}</td>
                <td>${next}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function headersSection(): Html {
  return html`<section aria-labelledby="headers">
    <h2 id="headers">Headers of answers</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">what it says</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(ANSWER_HEADERS).map(
            ([name, what]) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td>${what}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}
