/** What the facilitator, the discovery and the paying demo answer. */
import { type TSchema, Type } from "@sinclair/typebox";
import { Anything, NextAction, orNull } from "./common.ts";

export const SupportedResponse = Type.Object({
  kinds: Type.Array(
    Type.Object({ x402Version: Type.Literal(2), scheme: Type.String(), network: Type.String(), extra: Anything }),
  ),
  extensions: Type.Array(Type.String()),
  signers: Anything,
});

export const Verification = Type.Object({
  isValid: Type.Boolean(),
  invalidReason: Type.Optional(Type.String()),
  invalidMessage: Type.Optional(Type.String()),
  payer: Type.Optional(Type.String()),
});

export const Settlement = Type.Object({
  success: Type.Boolean(),
  errorReason: Type.Optional(Type.String()),
  errorMessage: Type.Optional(Type.String()),
  transaction: Type.String(),
  network: Type.String(),
  payer: Type.Optional(Type.String()),
});

const Resource = Type.Object({
  resource: Type.String(),
  type: Type.String(),
  x402Version: Type.Literal(2),
  accepts: Type.Array(Anything),
  lastUpdated: Type.String(),
  description: Type.String(),
  mimeType: Type.String(),
  serviceName: Type.String(),
  tags: Type.Array(Type.String()),
  extensions: Anything,
});

export const ResourceList = Type.Object({
  x402Version: Type.Literal(2),
  items: Type.Array(Resource),
  pagination: Type.Object({ limit: Type.Integer(), offset: Type.Integer(), total: Type.Integer() }),
});

export const FoundResources = Type.Object({
  x402Version: Type.Literal(2),
  resources: Type.Array(Resource),
  pagination: Type.Object({ limit: Type.Integer(), cursor: orNull(Type.String()) }),
});

export const WellKnownX402 = Type.Object({
  version: Type.Literal(1),
  x402Version: Type.Literal(2),
  resources: Type.Array(Type.String()),
  discovery: Type.String(),
  facilitator: Type.String(),
  network: Type.String(),
  wallet_address: Type.String(),
  mcp: Type.Object({
    url: Type.String(),
    tools: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  }),
});

/** `walletWord` names the field of the link that opens a wallet. */
export function demoDocument(walletWord: string): TSchema {
  return Type.Object({
    endpoint: Type.String(),
    version: Type.String(),
    protocol: Type.Literal("x402"),
    description: Type.String(),
    flow: Type.Array(Type.String(), { minItems: 4, maxItems: 4 }),
    wallet_address: Type.String(),
    payment_instructions: Type.String(),
    [`${walletWord}_deep_link`]: Type.String(),
    payment: Anything,
    recommended_next_action: NextAction,
  });
}

export const KeySet = Type.Object({ keys: Type.Array(Anything) });

/** Of one request to the API of the sandbox's ledger; what else it says depends on the method (xrpl.org, "Request Formatting"). */
const LedgerResult = Type.Object({
  result: Type.Object(
    {
      status: Type.Union([Type.Literal("success"), Type.Literal("error")]),
      error: Type.Optional(Type.String({ description: 'With "error": its name, as "actNotFound".' })),
    },
    { additionalProperties: true },
  ),
});
/** Of one within a batch that is no request at all. */
const LedgerMisfit = Type.Object({
  error: Type.Object({ code: Type.Integer(), message: Type.String() }),
  request: Type.Unknown(),
});

export const LedgerAnswer = Type.Union([
  LedgerResult,
  Type.Array(Type.Union([LedgerResult, LedgerMisfit]), { description: 'Of the method "batch", in its order.' }),
]);

export const LedgerRefusal = Type.String({
  description: "Plain text and no JSON, whatever its type says, as rippled does.",
});

export const FaucetPayment = Type.Object({
  account: Type.Object({ xAddress: Type.String(), address: Type.String(), classicAddress: Type.String() }),
  amount: Type.Number(),
  transactionHash: Type.String(),
  seed: Type.Optional(Type.String({ description: "Only of an account that the faucet has made up." })),
});
