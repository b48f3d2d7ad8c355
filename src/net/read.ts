/** Reading the bodies of foreign answers: as text in their charset, or as JSON of a promised shape. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Fetched } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";

/** How much of a document is searched for its charset. */
const HEAD_BYTES = 1024;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * The body as text. Its charset is told by its byte order mark, else by the header, else by `declared`, which finds
 * a label in the document's first characters; else it is UTF-8, or Windows-1252 where it cannot be.
 */
export function readText(fetched: Fetched, declared?: (head: string) => string | undefined): string {
  const { bytes } = fetched;
  const decoder =
    markedDecoder(bytes) ??
    decoderFor(/;\s*charset\s*=\s*"?([^\s";]+)/i.exec(fetched.headers.get("content-type") ?? "")?.[1]) ??
    decoderFor(declared?.(new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES))));
  if (decoder !== undefined) return decoder.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * The body as JSON that fits `schema`.
 * @throws {HubError} `upstream_invalid`.
 */
export function readJson<Schema extends TSchema>(fetched: Fetched, schema: Schema): Static<Schema> {
  const value = parseForeign(readText(fetched));
  if (Value.Check(schema, value)) return value;
  const fault = Value.Errors(schema, value).First();
  throw new HubError("upstream_invalid", "The upstream answer does not have the promised fields.", {
    cause: new TypeError(`${fault?.path}: ${fault?.message}`),
  });
}

/**
 * The answer itself, when its status says it is one.
 * @throws {HubError} `upstream_failed`, with the wait the upstream asked for.
 */
export function expectOk(fetched: Fetched): Fetched {
  if (fetched.status < 400) return fetched;
  const retryAfterMs = retryAfter(fetched.headers);
  throw new HubError(
    "upstream_failed",
    `The upstream service answered with status ${fetched.status}.`,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

function parseForeign(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    // The caller's JSON is not the one at fault.
    throw new HubError("upstream_invalid", "The upstream answer is not JSON.", { cause });
  }
}

function markedDecoder([first, second, third]: Uint8Array): TextDecoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder("utf-8");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return undefined;
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // A label nobody knows says nothing.
  }
}

/** RFC 9110 section 10.2.3. A date is measured by the upstream's own clock, so that ours need not agree with it. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
