/** A part of a body that stays text: whoever works on it builds it where that stalls nobody else. */

export type LongKind = "array" | "object" | "string";

export class LongJson {
  /** Valid JSON. */
  readonly text: string;
  readonly kind: LongKind;

  constructor(text: string) {
    this.text = text;
    this.kind = text.startsWith('"') ? "string" : text.startsWith("[") ? "array" : "object";
  }
}

/** Whether a value has parts that are still text. */
export function hasLongParts(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && Object.values(input).some((part) => part instanceof LongJson);
}
