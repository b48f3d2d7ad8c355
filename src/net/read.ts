/** Reading the bodies of foreign answers: as text in their charset, or as JSON of a promised shape. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FetchResult } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { decodeText, type DocumentKind } from "./charset.ts";

const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** The body as text, in the charset that its mark, its header, or a document of that kind itself tells. */
export function readText({ bytes, headers }: FetchResult, kind?: DocumentKind): string {
  return decodeText(bytes, headers.get("content-type"), kind);
}

/**
 * The body as JSON that fits `schema`.
 * @throws {HubError} `upstream_invalid`.
 */
export function readJson<Schema extends TSchema>(fetched: FetchResult, schema: Schema): Static<Schema> {
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
export function expectOk(fetched: FetchResult): FetchResult {
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

/** RFC 9110 section 10.2.3. A date is measured by the upstream's own clock, so that ours need not agree with it. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
