/** How the hub is, and how to begin. */
import { Type } from "@sinclair/typebox";
import { Anything, orNull } from "./common.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

export const Health = Type.Object({ status: Type.Literal("ok") });

const Ledger = Type.Object({
  network: Type.String(),
  sandbox: Type.Boolean(),
  accepts_payments: Type.Boolean(),
  fault: orNull(Type.String()),
  warnings: Type.Array(Type.String()),
});

export const Readiness = Type.Object({
  status: OneOf(["ready", "not_ready"]),
  stopping: Type.Boolean(),
  actors: Type.Object({
    loaded: Type.Integer(),
    refused: Type.Array(Type.Object({ source: Type.String(), reason: Type.String() })),
    fence: orNull(
      Type.Object(
        { strength: OneOf(["full", "weak", "none"]), sentence: Type.String() },
        { description: "What stands around the actors that are not built in; null where there are none." },
      ),
    ),
  }),
  store: Type.Object({ answers: Type.Boolean(), fault: orNull(Type.String()) }),
  limits: Type.Object({ counted_in: Type.String(), fault: orNull(Type.String()) }),
  news: Type.Object({ fault: orNull(Type.String()) }),
  revocations: Type.Object({ fault: orNull(Type.String()) }),
  catalog: Type.Object({
    ready: Type.Boolean(),
    entries: Type.Integer(),
    version: orNull(Type.String({ description: "SHA-256 of its file; null until it has been read." })),
    source: orNull(
      Type.Object(
        { kind: OneOf(["storage", "hub"]), wanted: orNull(Type.String()), fault: orNull(Type.String()) },
        { description: "Where it comes from, and which version is the present one there." },
      ),
    ),
    fault: orNull(Type.String()),
  }),
  embeddings: Type.Object({
    configured: Type.Boolean(),
    available: Type.Boolean(),
    model: Type.Optional(Type.String()),
    dims: Type.Optional(orNull(Type.Integer())),
    entries: Type.Optional(Type.Integer()),
    embedded: Type.Optional(Type.Integer()),
    fault: orNull(Type.String()),
  }),
  llm: Type.Object({ configured: Type.Boolean(), available: Type.Boolean(), fault: orNull(Type.String()) }),
  ledger: Ledger,
  test_ledger: Ledger,
  deposits: Type.Array(Anything),
});

export const Start = Type.Object({
  name: Type.String(),
  description: Type.String(),
  start: Anything,
  interfaces: Anything,
  next_actions: Type.Array(Type.String()),
  well_known: Type.Array(Type.String()),
});
