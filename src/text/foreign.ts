/** Narrow readers for descriptions written by strangers: what has the wrong type counts as absent. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object itself, or an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a text of JSON says; `undefined` where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Trimmed text, "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The first text that says something. */
export function firstText(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text !== "") return text;
  }
  return "";
}

/** What a value is as a text; `undefined` of one that JSON gave a member of the name "toString", which is no function. */
export function writtenOf(value: unknown): string | undefined {
  try {
    return String(value);
  } catch {
    return undefined;
  }
}
