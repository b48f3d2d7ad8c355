/** A tool of `/mcp`: what a model is told of it, the request of the hub's own interface that it makes, and what it says of the answer. */
import type { TObject } from "@sinclair/typebox";
import type { JsonObject } from "../text/foreign.ts";

/** A request of the hub's own interface, to be sent as its caller would send it. */
export interface ToolRequest {
  readonly method: "GET" | "POST";
  /** From the slash on. */
  readonly target: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Judges the arguments. */
  readonly input: TObject;
  /** Members of the answer, as JSON Schema. */
  readonly output: JsonObject;
  readonly annotations: Annotations;
  /** It may ask for a payment. */
  readonly isSold?: true;
  /** Its `confirm` is the code of a connection; of any other tool, it is one of the tool's own arguments. */
  readonly takesConfirm?: true;
  /** Of its answer as JSON, in bytes. */
  readonly capBytes: number;
  ask(args: Arguments): ToolRequest;
  /** What of the answer's body is told; left out, all of it. */
  shape?(body: JsonObject, args: Arguments, hubUrl: string): JsonObject;
  /** A request whose answer says whether this one may be made: it returns why not, and what to do instead. */
  readonly before?: {
    ask(args: Arguments): ToolRequest;
    refusal(body: JsonObject, args: Arguments): { readonly why: string; readonly instead: string } | undefined;
  };
}
