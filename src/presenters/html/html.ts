/** HTML as a value: what is put into a template is escaped, unless it is HTML already. */

/** Text that may stand in a page as it is. Only the template makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What may stand in a template: what is false or missing leaves nothing. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[];

/**
 * A template of HTML. Values may stand between tags and within quoted attributes, nowhere else: not in a tag's name, not
 * in a script or style.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Child[]): Html {
  return new Html(parts.reduce((text, part, at) => text + written(values[at - 1]) + part));
}

/** An attribute that may be used as an address by a reader: only http, https and the hub's own paths. */
export function safeHref(address: string): string {
  return /^(?:https?:\/\/|\/(?!\/)|#)/i.test(address) ? address : "#";
}

function written(value: Child): string {
  if (value === undefined || value === null || typeof value === "boolean") return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(written).join("");
  return escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
