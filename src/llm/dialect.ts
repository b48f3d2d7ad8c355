/**
 * What differs between OpenAI-compatible servers. A server is taken to know everything until it refuses a request for
 * something it does not; that is remembered, so that it is refused once.
 */
import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import type { ModelFault } from "./fault.ts";

export interface ServerDialect {
  /** Whether `response_format` may hold a JSON Schema. */
  readonly hasSchemas: boolean;
  /** Whether the stream ends with the tokens it took. */
  readonly hasUsage: boolean;
  /** What it calls the length of the longest answer. */
  readonly limitName: "max_tokens" | "max_completion_tokens";
}

export const FULL_DIALECT: ServerDialect = { hasSchemas: true, hasUsage: true, limitName: "max_tokens" };

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface CompletionRequest {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly name: string;
  readonly schema: TObject;
}

export function requestBody(
  model: string,
  dialect: ServerDialect,
  { messages, maxTokens, name, schema }: CompletionRequest,
): object {
  return {
    model,
    messages,
    stream: true,
    [dialect.limitName]: maxTokens,
    ...(dialect.hasUsage && { stream_options: { include_usage: true } }),
    ...(dialect.hasSchemas && {
      response_format: { type: "json_schema", json_schema: { name, strict: true, schema: structureOf(schema) } },
    }),
  };
}

/** The dialect to try next after a refusal; `undefined` when the refusal is about something else. */
export function plainer(dialect: ServerDialect, { kind, facts }: ModelFault): ServerDialect | undefined {
  const { status = 0, said = "" } = facts;
  if (kind !== "status" || ![400, 404, 415, 422, 501].includes(status)) return undefined;
  if (dialect.limitName === "max_tokens" && /max_completion_tokens/.test(said))
    return { ...dialect, limitName: "max_completion_tokens" };
  if (dialect.hasUsage && /stream_options|include_usage/.test(said)) return { ...dialect, hasUsage: false };
  if (dialect.hasSchemas && (status !== 404 || /response_format|schema/.test(said)))
    return { ...dialect, hasSchemas: false };
  return undefined;
}

/** The shape alone, in the words every implementation of structured output knows; the rest we check ourselves. */
function structureOf(schema: TSchema): object {
  const { description } = schema;
  const said = typeof description === "string" ? { description } : {};
  if (TypeGuard.IsObject(schema)) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, structureOf(field)] as const);
    return {
      type: "object",
      ...said,
      properties: Object.fromEntries(fields),
      required: fields.map(([name]) => name),
      additionalProperties: false,
    };
  }
  if (TypeGuard.IsArray(schema)) return { type: "array", ...said, items: structureOf(schema.items) };
  if (TypeGuard.IsUnion(schema)) return { ...said, anyOf: schema.anyOf.map(structureOf) };
  const choices = schema["enum"];
  return { type: schema["type"], ...said, ...(Array.isArray(choices) && { enum: choices }) };
}
