/** A schema as a form: a field for each member, the needed ones first and the rest folded where they are many. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { escapePointer } from "../../text/pointer.ts";
import { type Html, html } from "../html/html.ts";
import { typeOf } from "./fields.ts";

export interface FormPart {
  readonly schema: JsonObject;
  /** JSON Pointer of what the schema describes, "" for the whole. */
  readonly at: string;
  /** What stands in the fields, by their names. */
  readonly values: JsonObject;
  /** Before the ids of its fields, so that those of two parts differ. */
  readonly prefix: string;
  /** Whether a text whose length nobody bounds may well hold lines. */
  readonly hasLongTexts?: boolean;
}

/** So many optional fields stand open; more of them are folded. */
const OPEN = 6;
const MAX_SINGLE_LINE = 300;
/** No address is longer. */
const MAX_LINE_CHARS = 8192;

/** How a control's text becomes a value; the page's script reads it from `data-kind`. */
type Kind = "text" | "number" | "boolean" | "lines" | "choice" | "json" | "any" | "scalar";

export function formFields({ schema, at, values, prefix, hasLongTexts = false }: FormPart): Html {
  const required = new Set(listOf(schema.required).map(textOf));
  const fields = Object.entries(objectOf(schema.properties)).map(([name, own], index) => ({
    name,
    isNeeded: required.has(name),
    isFilled: valueIn(values, name) !== undefined,
    shown: fieldOf({
      id: `${prefix}-${index}`,
      name,
      pointer: `${at}/${escapePointer(name)}`,
      schema: objectOf(own),
      value: valueIn(values, name),
      isNeeded: required.has(name),
      hasLongTexts,
    }),
  }));
  const open = fields.filter(({ isNeeded, isFilled }) => isNeeded || isFilled);
  const rest = fields.filter((field) => !open.includes(field));
  const shown = [...open.filter(({ isNeeded }) => isNeeded), ...open.filter(({ isNeeded }) => !isNeeded)];
  return html`${shown.map((field) => field.shown)}${
    rest.length <= OPEN
      ? rest.map((field) => field.shown)
      : html`<details>
          <summary>${rest.length} optional fields</summary>
          ${rest.map((field) => field.shown)}
        </details>`
  }`;
}

/** Parameters are called anything, "constructor" too. */
function valueIn(values: JsonObject, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

interface FormField {
  readonly id: string;
  readonly name: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly value: unknown;
  readonly isNeeded: boolean;
  readonly hasLongTexts: boolean;
}

function fieldOf(field: FormField): Html {
  const { id, name, schema, isNeeded } = field;
  const description = textOf(schema.description);
  return html`<div class="field">
    <label for="${id}">${name}${isNeeded && html` <span class="soft">needed</span>`}</label>
    ${controlOf(field, kindOf(schema))}
    <p class="hint" id="${id}-hint">
      ${description !== "" && html`${description} `}<span class="soft">${typeIn(schema)}</span>
    </p>
  </div>`;
}

/** What a list of choices shows need not be told. */
function typeIn({ enum: values, ...schema }: JsonObject): string {
  return typeOf(Array.isArray(values) ? schema : { ...schema, enum: values });
}

function kindOf({ type, enum: values, items, anyOf, oneOf }: JsonObject): Kind {
  if (Array.isArray(values) && values.every((one) => typeof one === "string")) return "choice";
  const [only, ...others] = listOf(type).filter((one) => one !== "null");
  const kind = Array.isArray(type) && others.length === 0 ? only : type;
  if (kind === "string") return "text";
  if (kind === "integer" || kind === "number") return "number";
  if (kind === "boolean") return "boolean";
  if (kind === "array" && objectOf(items).type === "string") return "lines";
  const ways = [...listOf(anyOf), ...listOf(oneOf), ...listOf(type).map((one) => ({ type: one }))];
  if (ways.length === 0) return kind === undefined ? "any" : "json";
  if (!ways.every(isScalar)) return "json";
  return ways.some(takesText) ? "any" : "scalar";
}

/** What a line can hold. */
function isScalar(schema: unknown): boolean {
  const { type, anyOf, oneOf } = objectOf(schema);
  const ways = [...listOf(anyOf), ...listOf(oneOf)];
  if (ways.length > 0) return ways.every(isScalar);
  return type === "string" || type === "integer" || type === "number" || type === "boolean" || type === "null";
}

function takesText(schema: unknown): boolean {
  const { type, anyOf, oneOf } = objectOf(schema);
  return type === "string" || [...listOf(anyOf), ...listOf(oneOf)].some(takesText);
}

function controlOf({ id, pointer, schema, value, isNeeded, hasLongTexts }: FormField, kind: Kind): Html {
  const current = value ?? schema.default;
  const common = html`id="${id}" data-at="${pointer}" data-kind="${kind}" aria-describedby="${id}-hint"`;
  const required = isNeeded && html` required data-needed`;
  const text = textIn(current);
  switch (kind) {
    case "choice":
      return html`<select ${common}${required}>
        <option value=""></option>
        ${listOf(schema.enum).map(
          (one) => html`<option value="${String(one)}" ${one === current && html`selected`}>${String(one)}</option>`,
        )}
      </select>`;
    case "boolean":
      return html`<select ${common}${required}>
        <option value=""></option>
        ${[true, false].map((one) => html`<option value="${String(one)}" ${one === current && html`selected`}>${one ? "yes" : "no"}</option>`)}
      </select>`;
    case "number":
      // A browser's own field for numbers drops a comma without a word, and 1,50 becomes 150.
      if (!isWhole(schema))
        return html`<input ${common}${required} inputmode="decimal" autocomplete="off" value="${text}" />`;
      return html`<input
        ${common}${required}
        type="number"
        step="1"
        ${bound("min", schema.minimum)}
        ${bound("max", schema.maximum)}
        value="${text}"
      />`;
    case "text": {
      // An actor may take an empty text; no path of an API holds an empty name.
      const mayBeEmpty = hasLongTexts && !(typeof schema.minLength === "number" && schema.minLength > 0);
      const least = isNeeded && (mayBeEmpty ? html` data-needed` : required);
      const most = bound("maxlength", schema.maxLength);
      return isShort(schema, text, hasLongTexts)
        ? html`<input
            ${common}${least}
            ${most}
            ${isSecret(schema) && html`type="password"`}
            autocomplete="off"
            value="${text}"
          />`
        : html`<textarea ${common}${least} ${most} rows="4" spellcheck="false">${text}</textarea>`;
    }
    case "lines":
      return html`<textarea ${common}${required} rows="3" spellcheck="false" placeholder="one a line">
${listOf(current).map(String).join("\n")}</textarea>`;
    case "any":
    case "scalar":
      if (typeof current !== "object" && !hasLongTexts)
        return html`<input ${common}${required} autocomplete="off" value="${text}" />`;
      return jsonArea(html`${common}${required}`, current, "JSON, or text as it is");
    case "json":
      return jsonArea(html`${common}${required}`, current, "JSON");
  }
}

function isWhole({ type }: JsonObject): boolean {
  return type === "integer" || listOf(type).includes("integer");
}

function jsonArea(attributes: Html, value: unknown, placeholder: string): Html {
  const text =
    value === undefined ? "" : typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value, null, 2);
  return html`<textarea ${attributes} rows="${rowsOf(value)}" spellcheck="false" placeholder="${placeholder}">
${text}</textarea>`;
}

function textIn(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A line is enough for what cannot be long; what may hold lines of its own gets several. */
function isShort({ maxLength }: JsonObject, text: string, hasLongTexts: boolean): boolean {
  if (text.includes("\n") || text.length > MAX_SINGLE_LINE) return false;
  return typeof maxLength === "number" ? maxLength <= MAX_LINE_CHARS : !hasLongTexts;
}

function isSecret({ format, writeOnly }: JsonObject): boolean {
  return format === "password" || writeOnly === true;
}

function bound(name: string, value: unknown): Html | false {
  return typeof value === "number" && Number.isFinite(value) && html`${name}="${value}"`;
}

function rowsOf(value: unknown): number {
  return value === undefined ? 3 : Math.min(12, JSON.stringify(value, null, 2).split("\n").length + 1);
}

/** A schema that only refers to one under `$defs`, as that. */
export function resolved(schema: unknown, root: JsonObject): JsonObject {
  const own = objectOf(schema);
  const name = /^#\/\$defs\/([^/]+)$/.exec(textOf(own.$ref))?.[1];
  return name === undefined ? own : objectOf(objectOf(root.$defs)[name]);
}

/** Whether a form can show all of it: an object whose members are few. */
export function isFormed(schema: JsonObject, most: number): boolean {
  const names = Object.keys(objectOf(schema.properties));
  return isObject(schema.properties) && names.length > 0 && names.length <= most;
}
