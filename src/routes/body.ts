/** Reads the body of a request whole, bounded and as UTF-8, before anything is judged or charged. */
import { HubError, invalidFields } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import type { Validation } from "../runtime/schema.ts";

export const DEFAULT_BODY_BYTES = 1024 * 1024;

/**
 * Types taken for JSON. The last two are what a command-line client sends when it is given a body and no type; such a
 * body must still be JSON.
 */
const JSON_TYPES =
  /^(?:application\/(?:[a-z0-9.+-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The JSON value of a body; an empty body is an empty object. One promise: each more costs what a stage does.
 * @throws {HubError} `unsupported_media_type`, `payload_too_large`, `invalid_json` or `too_deep`.
 */
export function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const fault = typeFault(request.headers);
  if (fault !== undefined) return Promise.reject(fault);
  return readBytes(request, maxBytes).then(jsonOf, (error: unknown) => {
    if (!request.signal.aborted) throw error;
    throw new HubError("invalid_json", "The body broke off."); // Nobody hears it, but it is no fault of ours.
  });
}

/** The text of a body, whatever its type says. @throws {HubError} `payload_too_large`. */
export async function readTextBody(request: Request, maxBytes: number): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readBytes(request, maxBytes));
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

function jsonOf(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? {} : parseJson(textOf(bytes));
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new HubError("invalid_json", "The body is not UTF-8.");
  }
}

function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  // A length sent twice comes joined, as "9, 9", and is as good as none.
  if (declared === null || !/^\d+$/.test(declared)) return readChunks(request, maxBytes);
  return Number(declared) > maxBytes ? Promise.reject(tooLarge(maxBytes)) : request.bytes();
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

function tooLarge(maxBytes: number): HubError {
  return new HubError("payload_too_large", `The body is larger than ${maxBytes / 1024 / 1024} MiB.`);
}
