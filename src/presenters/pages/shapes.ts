/** What an answer is made of, as a list: so deep as a reader follows. */
import { isObject, objectOf, textOf } from "../../text/foreign.ts";
import { type Html, html } from "../html/html.ts";
import { typeOf } from "./fields.ts";

/** Schemas that have a name: told once, however many answers hold them. */
export type Shapes = Map<string, unknown>;

const DEEPEST = 3;

/**
 * The members of a schema. What has a name among them is put into `shapes` and linked there; left out, it is told where it
 * stands.
 */
export function schemaList(schema: unknown, depth: number, shapes?: Shapes): Html[] {
  const { properties, items } = objectOf(schema);
  if (isObject(items)) return schemaList(items, depth, shapes);
  return Object.entries(objectOf(properties)).map(([name, own]) => {
    const named = shapes && nameOf(own);
    if (named !== undefined) shapes?.set(named, isObject(objectOf(own).items) ? objectOf(own).items : own);
    const inner = named === undefined && depth < DEEPEST ? schemaList(own, depth + 1, shapes) : [];
    const description = textOf(objectOf(own).description);
    return html`<li>
      <code>${name}</code>
      <span class="soft">${typeOf(own)}</span
      >${named !== undefined && html` <a href="#shape-${named}">${named}</a>`}${description !== "" && ` ${description}`}${
        inner.length > 0 &&
        html`<ul>
          ${inner}
        </ul>`
      }
    </li>`;
  });
}

/** Of a schema, or of what a list holds. */
function nameOf(schema: unknown): string | undefined {
  const { $id: own, items } = objectOf(schema);
  const name = textOf(own ?? objectOf(items).$id);
  return name === "" ? undefined : name;
}
