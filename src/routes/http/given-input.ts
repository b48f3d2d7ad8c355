/**
 * Input of an actor that stands in the address of its run, as a tool made from words has it: what the body says wins.
 * Written as base64url of one JSON object, RFC 4648.
 */
import { invalidInput } from "../../runtime/errors.ts";
import { isObject, type JsonObject } from "../../text/foreign.ts";
import { boundedJsonIn } from "../../runtime/json.ts";

const NAME = "given";
const MAX_CHARS = 8192;

export function withGiven(runUrl: string, given: Readonly<Record<string, unknown>>): string {
  return `${runUrl}?${NAME}=${Buffer.from(JSON.stringify(given)).toString("base64url")}`;
}

/** @throws {HubError} `invalid_input` where it cannot be read. */
export function givenIn(url: string): JsonObject | undefined {
  const query = url.indexOf("?");
  const text = query === -1 ? null : new URLSearchParams(url.slice(query + 1)).get(NAME);
  if (text === null) return undefined;
  const read = text.length > MAX_CHARS ? undefined : boundedJsonIn(Buffer.from(text, "base64url").toString());
  if (!isObject(read)) throw invalidInput(`/${NAME}`, "must be base64url of one JSON object");
  return read;
}
