/** A part of a body that stays text: whoever works on it builds it where that stalls nobody else. */
import { createHash } from "node:crypto";

export type LongKind = "array" | "object" | "string";

export class LongJson {
  /** Valid JSON in UTF-8: a part of the body, until it is handed over to a thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: LongKind;
  #sha256: string | undefined;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.kind = KINDS[String.fromCharCode(bytes[0] ?? 0)] ?? "object";
  }

  /** In hex. What has been handed over is known by the name it was given before. */
  sha256(): string {
    if (this.#sha256 === undefined && this.bytes.buffer.detached) throw new TypeError("The part was handed over");
    return (this.#sha256 ??= createHash("sha256").update(this.bytes).digest("hex"));
  }
}

const KINDS: Readonly<Record<string, LongKind>> = { '"': "string", "[": "array" };

/** Whether a value has parts that are still text. */
export function hasLongParts(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && Object.values(input).some((part) => part instanceof LongJson);
}
