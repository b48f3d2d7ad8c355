/**
 * What differs between OpenAI-compatible servers. A server is taken to know everything until it refuses a request for
 * something it does not; that is remembered, so that it is refused once.
 */
import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";

export interface ServerDialect {
  /** Whether `response_format` may hold a JSON Schema. */
  readonly hasSchemas: boolean;
  /** Whether the stream ends with the tokens it took. */
  readonly hasUsage: boolean;
  /** Whether it sends an answer while it is made. */
  readonly hasStream: boolean;
  /** Whether a message may be the system's. */
  readonly hasSystem: boolean;
  /** Whether its model thinks before it answers, so that the longest answer needs room for thoughts. */
  readonly thinks: boolean;
  /** What it calls the length of the longest answer. */
  readonly limitName: "max_tokens" | "max_completion_tokens";
}

export const FULL_DIALECT: ServerDialect = {
  hasSchemas: true,
  hasUsage: true,
  hasStream: true,
  hasSystem: true,
  thinks: false,
  limitName: "max_tokens",
};

/** As long as a model thinks of a question that is answered in time. */
const THOUGHT_TOKENS = 8_192;

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

export function requestBody(model: string, dialect: ServerDialect, wanted: CompletionRequest): object {
  const { messages, name, schema } = wanted;
  return {
    model,
    messages: dialect.hasSystem ? messages : withoutSystem(messages),
    stream: dialect.hasStream,
    [dialect.limitName]: tokenLimit(dialect, wanted),
    ...(dialect.hasStream && dialect.hasUsage && { stream_options: { include_usage: true } }),
    ...(dialect.hasSchemas && {
      response_format: { type: "json_schema", json_schema: { name, strict: true, schema: structureOf(schema) } },
    }),
  };
}

/** Of the answer with the thoughts before it. */
export function tokenLimit({ thinks }: ServerDialect, { maxTokens }: CompletionRequest): number {
  return thinks ? maxTokens + THOUGHT_TOKENS : maxTokens;
}

/** Our words stand before the material, whose fence stays. */
function withoutSystem([system, user, ...rest]: readonly ChatMessage[]): readonly ChatMessage[] {
  return [{ role: "user", content: `${system?.content}\n\n${user?.content}` }, ...rest];
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
