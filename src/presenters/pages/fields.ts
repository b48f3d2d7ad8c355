/** Fields of a schema as a table for people. */
import { listOf, objectOf, textOf } from "../../text/foreign.ts";
import { type Html, html } from "../html/html.ts";

/** `undefined` where there is none. The needed ones first. */
export function fieldsTable(
  caption: string,
  properties: Readonly<Record<string, unknown>>,
  required: ReadonlySet<string>,
): Html | undefined {
  const fields = Object.entries(properties).sort(
    ([one], [other]) => Number(required.has(other)) - Number(required.has(one)),
  );
  if (fields.length === 0) return undefined;
  return html`<h3 class="block">${caption}</h3>
    <div class="wide" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">type</th>
            <th scope="col">what it is</th>
          </tr>
        </thead>
        <tbody>
          ${fields.map(
            ([name, schema]) =>
              html`<tr>
                <td><code>${name}</code>${required.has(name) && " (needed)"}</td>
                <td>${kindOf(schema)}</td>
                <td>${textOf(objectOf(schema).description)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** "string, one of a, b". */
function kindOf(schema: unknown): string {
  const { type, enum: values, items } = objectOf(schema);
  const kind = type === "array" ? `list of ${kindOf(items)}` : textOf(type) || listOf(type).join(" or ") || "any";
  if (!Array.isArray(values)) return kind;
  return `${kind}, one of ${values.length > 12 ? `${values.length} values` : values.map(String).join(", ")}`;
}
