/** What a server's refusal tells of what it does not know. Pure. */
import type { ServerDialect } from "./dialect.ts";
import type { ModelFault } from "./fault.ts";

const ABOUT_REQUEST: ReadonlySet<number> = new Set([400, 404, 415, 422, 501]);
/** Of the question itself: it would be refused however it is asked. */
const UNANSWERABLE = /context.{0,20}length|context_length|content.?(?:filter|management)/i;
const NO_SYSTEM = /system role not supported|does not support '(?:system|developer)'/i;
const NO_STREAM =
  /to stream this model|"param"\s*:\s*"stream"|stream(?:ing)?(?: is|=true is)? (?:not supported|unsupported)/i;
const TOO_MUCH_ROOM = /max(?:_completion)?_tokens|maximum|too large|too many/i;
/** Some hold what the model wrote against the schema, and refuse it where we would have it mended. */
const ONE_ANSWER = /json_validate_failed/;

/** The dialect to try next after a refusal; `undefined` when the refusal is about something else. */
export function plainer(dialect: ServerDialect, { kind, facts }: ModelFault): ServerDialect | undefined {
  const { status = 0, said = "" } = facts;
  if (kind !== "status") return undefined;
  // The template of the model fails, as servers that run one say, on their side.
  if (dialect.hasSystem && NO_SYSTEM.test(said)) return { ...dialect, hasSystem: false };
  if (!ABOUT_REQUEST.has(status)) return undefined;
  if (dialect.limitName === "max_tokens" && /max_completion_tokens/.test(said))
    return { ...dialect, limitName: "max_completion_tokens" };
  if (dialect.hasUsage && /stream_options|include_usage/.test(said)) return { ...dialect, hasUsage: false };
  if (dialect.hasStream && NO_STREAM.test(said)) return { ...dialect, hasStream: false };
  if (dialect.thinks && TOO_MUCH_ROOM.test(said)) return { ...dialect, thinks: false };
  if (UNANSWERABLE.test(said)) return undefined;
  if (dialect.hasSchemas && (status !== 404 || /response_format|schema/.test(said)))
    return { ...dialect, hasSchemas: false };
  return undefined;
}

/** Whether a refusal is about what a server does not know, and not about one answer. */
export function isLasting({ facts }: ModelFault): boolean {
  return !ONE_ANSWER.test(facts.said ?? "");
}
