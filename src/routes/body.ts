/** Reads the body of a request whole, bounded and as UTF-8, before anything is judged or charged. */
import { LRUCache } from "lru-cache";
import { HubError, invalidFields } from "../runtime/errors.ts";
import { parseJson, parseLongJson } from "../runtime/json.ts";
import { interned } from "../text/interned.ts";
import type { Validation } from "../runtime/schema.ts";

export const DEFAULT_BODY_BYTES = 1024 * 1024;

/** What short bodies were read as: the same few come again and again. */
export type KnownBodies = LRUCache<string, object>;

export function knownBodies(): KnownBodies {
  return new LRUCache({ max: 1000 });
}

const SHORT = 512;
/** Looking over it takes longer than others should wait. */
const LONG = 128 * 1024;

/**
 * Types taken for JSON. The last two are what a command-line client sends when it is given a body and no type; such a
 * body must still be JSON.
 */
const JSON_TYPES =
  /^(?:application\/(?:[a-z0-9.+-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The JSON value of a body; an empty body is an empty object. One promise: each more costs what a stage does. And text
 * at once, where its length is told: an array of bytes costs the engine more than all the rest of the reading.
 * @throws {HubError} `unsupported_media_type`, `payload_too_large`, `invalid_json` or `too_deep`.
 */
export function readJsonBody(request: Request, maxBytes: number, known?: KnownBodies): Promise<unknown> {
  const fault = typeFault(request.headers);
  if (fault !== undefined) return Promise.reject(fault);
  const bytes = declaredBytes(request.headers);
  if (bytes !== undefined && bytes > maxBytes) return Promise.reject(tooLarge(maxBytes));
  const brokenOff = (error: unknown) => {
    if (!request.signal.aborted) throw error;
    throw new HubError("invalid_json", "The body broke off."); // Nobody hears it, but it is no fault of ours.
  };
  return bytes === undefined
    ? readChunks(request, maxBytes).then((chunks) => jsonOf(textOf(chunks)), brokenOff)
    : request.text().then((text) => jsonOf(unmended(text, bytes), known), brokenOff);
}

/** The text of a body, whatever its type says. @throws {HubError} `payload_too_large`. */
export async function readTextBody(request: Request, maxBytes: number): Promise<string> {
  const bytes = declaredBytes(request.headers);
  if (bytes === undefined) return new TextDecoder().decode(await readChunks(request, maxBytes));
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return request.text();
}

/** An input that has stood its test. @throws {HubError} `invalid_input` with a pointer to every fault. */
export function validated(validate: (input: unknown) => Validation, input: unknown): Extract<Validation, { ok: true }> {
  const validation = validate(input);
  if (validation.ok) return validation;
  throw invalidFields("Cannot use the input", validation.issues);
}

function typeFault(headers: Headers): HubError | undefined {
  const type = headers.get("content-type");
  if (type !== null && !JSON_TYPES.test(type)) return new HubError("unsupported_media_type", "The body must be JSON.");
  const coding = headers.get("content-encoding");
  if (coding !== null && coding !== "identity")
    return new HubError("unsupported_media_type", "The body must not be compressed.");
  return undefined;
}

function jsonOf(text: string, known?: KnownBodies): unknown {
  if (text.length > LONG) return parseLongJson(text);
  const before = known?.get(text);
  if (before !== undefined) return before;
  const value = text === "" ? {} : parseJson(text);
  if (known !== undefined && text.length <= SHORT && typeof value === "object" && value !== null)
    known.set(text, interned(value));
  return value;
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/**
 * Refuses a text that was mended when it was decoded: what stands for a fault is longer than the fault. Only a
 * character of four bytes that lacks just its last is as long, and stays mended.
 */
function unmended(text: string, bytes: number): string {
  if (text.includes("\ufffd") && Buffer.byteLength(text) > bytes) throw notUtf8();
  return text;
}

/** A length sent twice comes joined, as "9, 9", and is as good as none. */
function declaredBytes(headers: Headers): number | undefined {
  const declared = headers.get("content-length");
  return declared !== null && /^\d+$/.test(declared) ? Number(declared) : undefined;
}

/** Of a body without a length: counted as it comes. */
async function readChunks(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function notUtf8(): HubError {
  return new HubError("invalid_json", "The body is not UTF-8.");
}

function tooLarge(maxBytes: number): HubError {
  return new HubError("payload_too_large", `The body is larger than ${maxBytes / 1024 / 1024} MiB.`);
}
