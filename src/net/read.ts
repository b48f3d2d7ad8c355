/** Reading the bodies of foreign answers: as text in their charset, or as JSON of a promised shape. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FetchResult } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { decodeText, type DocumentKind } from "../text/charset.ts";
import { retryAfterMs } from "../runtime/http/retry-after.ts";

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
  const waitMs = retryAfterMs(fetched.headers);
  throw new HubError(
    "upstream_failed",
    `The upstream service answered with status ${fetched.status}.`,
    waitMs === undefined ? {} : { retryAfterMs: waitMs },
  );
}

/** Too slow, too early and too often: refusals that pass. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The answer itself, of an address that the caller has given, when its status says that something is there.
 * @throws {HubError} `upstream_status` when its server refuses for good, `upstream_failed` when it may answer later.
 */
export function expectPage(fetched: FetchResult): FetchResult {
  const { status, headers } = fetched;
  const isFinal = status >= 400 && status < 500 && !PASSING.has(status) && retryAfterMs(headers) === undefined;
  if (!isFinal) return expectOk(fetched);
  throw new HubError("upstream_status", `The server of the page answered with status ${status}: ${refusalOf(status)}.`);
}

function refusalOf(status: number): string {
  if (status === 404 || status === 410) return "there is no page at this address";
  if (status === 401 || status === 402 || status === 403) return "it does not show this page to programs";
  return "it does not give this page";
}

function parseForeign(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    // The caller's JSON is not the one at fault.
    throw new HubError("upstream_invalid", "The upstream answer is not JSON.", { cause });
  }
}
