/** What a question can cost at most, before it is asked. Pure. */
import type { TObject } from "@sinclair/typebox";
import type { Question } from "../runtime/llm.ts";
import { firstMessages, repairMessages, SHOWN_CHARS, SHOWN_FAULTS } from "./asking.ts";
import { type CompletionRequest, type ServerDialect, FULL_DIALECT, requestBody, tokenLimit } from "./dialect.ts";
import { prepareMaterial } from "./material.ts";

/** No token is shorter than a byte; so the request's bytes are more than its tokens, whatever counts them. */
export function requestTokens(model: string, dialect: ServerDialect, wanted: CompletionRequest): number {
  return Buffer.byteLength(JSON.stringify(requestBody(model, dialect, wanted))) + tokenLimit(dialect, wanted);
}

export interface QuestionCost {
  /** With every byte one token, the longest answer, and that mended once. */
  readonly most: number;
  /** Of a question that is answered well: about four bytes a token, and a third of the longest answer. */
  readonly likelyInput: number;
  readonly likelyOutput: number;
}

const BYTES_PER_CHAR = 4;
const BYTES_PER_TOKEN = 4;
const LIKELY_SHARE = 1 / 3;
/** No fault is told at greater length. */
const FAULT_CHARS = 300;

export function costOf(model: string, { prompt, answer, material, maxTokens }: Question<TObject>): QuestionCost {
  const asked = firstMessages({ prompt, answer }, prepareMaterial(material, "data-000000000000").text);
  const tokens = (messages: CompletionRequest["messages"]) =>
    requestTokens(model, FULL_DIALECT, { messages, maxTokens, name: prompt.name, schema: answer });
  const faults = Array.from({ length: SHOWN_FAULTS }, () => "x".repeat(FAULT_CHARS));
  const first = tokens(asked);
  return {
    most: first + tokens(repairMessages(asked, "", faults)) + SHOWN_CHARS * BYTES_PER_CHAR,
    likelyInput: Math.ceil((first - maxTokens) / BYTES_PER_TOKEN),
    likelyOutput: Math.ceil(maxTokens * LIKELY_SHARE),
  };
}
