/** Faults of what must hold although something else happens in the same moment, here or in another process. */
import type { Mutant } from "./mutant.ts";

export const MOMENT_MUTANTS: readonly Mutant[] = [
  {
    name: "order-cancelled",
    fault: "what comes for an order while it is cancelled stays there, where nobody sees it",
    file: "src/accounts/deposits.ts",
    find: "yield* ask(lockByTag, { destinationTag, network });",
    replace:
      "yield* ask((db, { orders }) => db.select().from(orders).where(sql`destination_tag = ${destinationTag ?? 0} AND network = ${network} AND cancelled_at IS NULL`));",
    tests: ["test/accounts/interleaved.test.ts"],
    isPostgres: true,
  },
  {
    name: "order-assigned",
    fault: "what is assigned to an order while it is cancelled stays there, where nobody sees it",
    file: "src/accounts/arrivals.ts",
    find: "yield* ask(lockOrder, { id }); //",
    replace: "yield* ask((db, { orders }) => db.select().from(orders).where(sql`id = ${id}`)); //",
    tests: ["test/accounts/interleaved.test.ts"],
    isPostgres: true,
  },
  {
    name: "grant-tier",
    fault: "a tier that is paid while its account is given something is gone",
    file: "src/accounts/operator.ts",
    find: "const account = yield* lockedAccount(accountId);",
    replace: "const account = yield* accountByPrefix(keyPrefix);",
    tests: ["test/accounts/interleaved.test.ts"],
    isPostgres: true,
  },
  {
    name: "rotate-ended",
    fault: "a key that was ended makes a new one",
    file: "src/accounts/key-care.ts",
    find: "isNull(keys.expires_at), isNull(keys.revoked_at)",
    replace: "isNull(keys.expires_at)",
    tests: ["test/accounts/accounts.test.ts"],
  },
  {
    name: "rotate-suspended",
    fault: "a key of a suspended account makes a new one",
    file: "src/accounts/key-care.ts",
    find: 'if (status === "suspended") throw ended();',
    replace: "",
    tests: ["test/accounts/accounts.test.ts"],
  },
  {
    name: "rekey-rotating",
    fault: "a key that is made while the operator ends all of an account's lives on",
    file: "src/accounts/operator.ts",
    find: "yield* lockedAccount(id); // One",
    replace: "// One",
    tests: ["test/accounts/interleaved.test.ts"],
    isPostgres: true,
  },
  {
    name: "holder-body",
    fault: "whoever begins a request with a key goes on with it after it was ended",
    file: "src/routes/http/holder.ts",
    find: "  await expectHolder(deps, request, endpoint);\n  return body;",
    replace: "  return body;",
    tests: ["test/routes/slow-bodies.test.ts"],
  },
  {
    name: "lease-shortened",
    fault: "a renewal that comes late ends what is under way",
    file: "src/store/later.ts",
    find: "CASE WHEN ${kept} > CAST(${other} AS BIGINT) THEN ${kept} ELSE CAST(${other} AS BIGINT) END",
    replace: "CASE WHEN ${kept} = 0 THEN ${kept} ELSE CAST(${other} AS BIGINT) END",
    tests: ["test/store/idempotency.test.ts", "test/payment/claim-repository.test.ts"],
  },
];
