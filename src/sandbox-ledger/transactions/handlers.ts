/** Which handler takes which type of transaction, by the schema of the type. */
import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { accountSet, depositPreauth, setRegularKey } from "./account-settings.ts";
import { checkCancel, checkCash, checkCreate } from "./checks.ts";
import { effectOf, type TransactionHandler } from "./context.ts";
import { payment } from "./payment.ts";
import { signerListSet } from "./signers.ts";
import { ticketCreate } from "./tickets.ts";
import {
  AccountSet,
  CheckCancel,
  CheckCash,
  CheckCreate,
  type CommonFields,
  DepositPreauth,
  Payment,
  SetRegularKey,
  SignerListSet,
  TicketCreate,
  TrustSet,
} from "./transaction.ts";
import { trustSet } from "./trust-lines.ts";

const HANDLERS: Readonly<Record<string, (fields: unknown) => TransactionHandler>> = {
  Payment: handled(Payment, payment),
  AccountSet: handled(AccountSet, accountSet),
  SetRegularKey: handled(SetRegularKey, setRegularKey),
  DepositPreauth: handled(DepositPreauth, depositPreauth),
  TrustSet: handled(TrustSet, trustSet),
  TicketCreate: handled(TicketCreate, ticketCreate),
  SignerListSet: handled(SignerListSet, signerListSet),
  CheckCreate: handled(CheckCreate, checkCreate),
  CheckCash: handled(CheckCash, checkCash),
  CheckCancel: handled(CheckCancel, checkCancel),
};

export function handlerOf(fields: CommonFields): TransactionHandler {
  const find = Object.hasOwn(HANDLERS, fields.TransactionType) ? HANDLERS[fields.TransactionType] : undefined;
  return find?.(fields) ?? refusing("temDISABLED");
}

function handled<Schema extends TSchema>(schema: Schema, handler: (fields: Static<Schema>) => TransactionHandler) {
  const compiled = TypeCompiler.Compile(schema);
  return (fields: unknown) => (compiled.Check(fields) ? handler(fields) : refusing("temINVALID"));
}

function refusing(result: "temDISABLED" | "temINVALID"): TransactionHandler {
  return { malformed: result, work: () => effectOf(result) };
}
