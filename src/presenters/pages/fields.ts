/** Fields of a schema as people read them: a table, and the type of each in words. */
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
    <div class="wide" tabindex="0" role="region" aria-label="${caption}">${tableOf(fields, required, "needed")}</div>`;
}

/** In the order given; `mark` stands behind the names that are required. */
export function tableOf(
  fields: readonly (readonly [name: string, schema: unknown])[],
  required: ReadonlySet<string>,
  mark: string,
): Html {
  return html`<table>
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
            <td><code>${name}</code>${required.has(name) && ` (${mark})`}</td>
            <td>${typeOf(schema)}</td>
            <td>${textOf(objectOf(schema).description)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** "string, one of a, b; 5 if left out". */
export function typeOf(schema: unknown): string {
  const { type, enum: values, const: only, default: usual, items, anyOf, minimum, maximum } = objectOf(schema);
  const ways = listOf(anyOf).map(typeOf);
  const kind =
    only !== undefined
      ? JSON.stringify(only)
      : ways.length > 0
        ? ways.join(" or ")
        : type === "array"
          ? `list of ${typeOf(items)}`
          : textOf(type) || listOf(type).join(" or ") || "any";
  const range = minimum !== undefined && maximum !== undefined ? ` from ${String(minimum)} to ${String(maximum)}` : "";
  const choice = Array.isArray(values)
    ? `, one of ${values.length > 12 ? `${values.length} words` : values.join(", ")}`
    : "";
  return `${kind}${range}${choice}${usual === undefined ? "" : `; ${JSON.stringify(usual)} if left out`}`;
}
