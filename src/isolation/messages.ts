/** What the hub and a child say to each other. The hub believes none of it: each message is held against its schema. */
import { type Static, Type } from "@sinclair/typebox";
import { readerOf } from "../runtime/schema.ts";

/** The hub to a child. */
export type ToChild =
  /** The bytes are the code of a bundle. */
  | { readonly kind: "load"; readonly actor: string }
  | {
      readonly kind: "run";
      readonly run: number;
      readonly actor: string;
      readonly act: Act;
      readonly input: unknown;
      /** Milliseconds since the epoch. */
      readonly now: number;
      /** Of a judge: the call whose answer is to be judged. */
      readonly of?: { readonly run: number; readonly call: number };
    }
  /** Bytes are the body of what was fetched. */
  | {
      readonly kind: "answer";
      readonly run: number;
      readonly call: number;
      readonly now: number;
      readonly value?: unknown;
      readonly error?: WireError;
    }
  | { readonly kind: "abort"; readonly run: number };

/** What a run does: the actor's own function of that name; "judge" holds a model's answer against its question's. */
export type Act = "run" | "check" | "read" | "otherwise" | "judge";

export interface WireError {
  readonly code?: string;
  readonly message: string;
  readonly issues?: readonly { readonly pointer: string; readonly detail: string }[];
}

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const ErrorOfChild = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 64 })),
  message: Type.String({ maxLength: 4_000 }),
  issues: Type.Optional(
    Type.Array(Type.Object({ pointer: Type.String({ maxLength: 500 }), detail: Type.String({ maxLength: 500 }) }), {
      maxItems: 20,
    }),
  ),
});

/** A child to the hub. */
const FromChild = Type.Union([
  Type.Object({ kind: Type.Literal("up") }),
  Type.Object({ kind: Type.Literal("ready"), actor: Type.String(), description: Type.Unknown() }),
  Type.Object({ kind: Type.Literal("unready"), actor: Type.String(), error: ErrorOfChild }),
  Type.Object({
    kind: Type.Literal("call"),
    run: Id,
    call: Id,
    what: Type.String({ maxLength: 32 }),
    args: Type.Array(Type.Unknown(), { maxItems: 4 }),
  }),
  Type.Object({ kind: Type.Literal("log"), run: Id, level: Type.String({ maxLength: 5 }), message: Type.String() }),
  Type.Object({ kind: Type.Literal("done"), run: Id, value: Type.Unknown() }),
  Type.Object({ kind: Type.Literal("failed"), run: Id, error: ErrorOfChild }),
]);
export type FromChild = Static<typeof FromChild>;
export type ErrorOfChild = Static<typeof ErrorOfChild>;

export const readFromChild = readerOf(FromChild);
