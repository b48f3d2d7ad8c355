/** The one shape of every error (RFC 9457), and that of a 402, which is also x402's answer. */
import { type Static, Type } from "@sinclair/typebox";
import { OneOf } from "../../runtime/schema-parts.ts";
import { ERRORS } from "../../runtime/error-codes.ts";

const Code = OneOf(
  ERRORS.map(({ code }) => code),
  { description: "What went wrong, for programs." },
);

const MEMBERS = {
  type: Type.String({ description: "The code as an address." }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: "What went wrong, in a sentence." }),
  instance: Type.String(),
  code: Code,
  request_id: Type.String({ description: "To be named when the error is reported." }),
  retryable: Type.Boolean({ description: "Whether the same request may succeed later." }),
  retry_after_ms: Type.Optional(Type.Integer()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ pointer: Type.String({ description: "JSON Pointer into the input." }), detail: Type.String() }),
    ),
  ),
  next_actions: Type.Array(Type.String(), { minItems: 1, description: "What to do now, the best first." }),
};

export const Problem = Type.Object(MEMBERS, { $id: "Problem" });
export type Problem = Static<typeof Problem>;

/** As x402 has it: whoever can pay finds all it needs here. */
export const PaymentTerms = Type.Object(
  {
    x402Version: Type.Optional(Type.Literal(2)),
    error: Type.Optional(Type.String()),
    resource: Type.Optional(Type.Object({ url: Type.String(), description: Type.String(), mimeType: Type.String() })),
    accepts: Type.Optional(
      Type.Array(
        Type.Object({
          scheme: Type.String(),
          network: Type.String({ description: "CAIP-2 name of the ledger." }),
          amount: Type.String({ description: "Drops of XRP." }),
          asset: Type.String(),
          payTo: Type.String(),
          maxTimeoutSeconds: Type.Number(),
          extra: Type.Record(Type.String(), Type.Unknown()),
        }),
        { description: "Any one of these may be met." },
      ),
    ),
    extensions: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    payment: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The same for a person." })),
    x402: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    tiers: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ...MEMBERS,
  },
  { $id: "PaymentRequired" },
);

/** The error of a run that was admitted and came to nothing, within its envelope. */
export const RunError = Type.Object(
  {
    code: Code,
    message: Type.String(),
    retryable: Type.Boolean(),
    retry_after_ms: Type.Optional(Type.Integer()),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }))),
    next_actions: Type.Array(Type.String()),
  },
  { $id: "RunError" },
);
