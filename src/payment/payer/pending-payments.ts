/**
 * Signed payments that have no answer yet, each in a file of its own for its owner only: written before the payment is
 * sent, so that a payer that dies can go on with the same proof instead of paying again.
 */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "../../runtime/errors.ts";
import { boundedJsonIn } from "../../runtime/json.ts";
import { replaceFile } from "../../runtime/files/replace-file.ts";
import { guardOf } from "../../runtime/schema.ts";

const Text = Type.String();

const PendingPayment = Type.Object({
  /** The transaction's hash: 64 upper-case hex digits. */
  hash: Text,
  /** The value of PAYMENT-SIGNATURE. */
  proof: Text,
  request: Type.Object({
    url: Text,
    method: Text,
    headers: Type.Array(Type.Tuple([Text, Text])),
    body: Type.Optional(Text),
  }),
  network: Text,
  /** Servers of that network's ledger. */
  ledgerUrls: Type.Array(Text),
  payer: Text,
  payTo: Text,
  amount_drops: Type.String({ pattern: "^\\d+$" }),
  /** The ledgers between which it is validated, or never. */
  firstLedger: Type.Integer(),
  lastLedger: Type.Integer(),
});
export type PendingPayment = Static<typeof PendingPayment>;

export interface PendingPayments {
  save(payment: PendingPayment): Promise<void>;
  drop(payment: PendingPayment): Promise<void>;
  /** All whose hash begins so. @throws {OperatorError} when a file does not hold what it should. */
  find(prefix: string): Promise<PendingPayment[]>;
}

const isPayment = guardOf(PendingPayment);
const SUFFIX = ".json";

export function createPendingPayments(folder: string): PendingPayments {
  const pathOf = (hash: string) => join(folder, hash + SUFFIX);
  return {
    async save(payment) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // What a payer that died here leaves is no payment: nothing was sent yet.
      await replaceFile(pathOf(payment.hash), JSON.stringify(payment));
    },

    drop: (payment) => rm(pathOf(payment.hash), { force: true }),

    async find(prefix) {
      const names = await readdir(folder).catch(() => []); // Nothing was ever kept.
      const fitting = names.filter((name) => name.endsWith(SUFFIX) && name.startsWith(prefix.toUpperCase()));
      return Promise.all(fitting.sort().map((name) => read(join(folder, name))));
    },
  };
}

async function read(path: string): Promise<PendingPayment> {
  const payment = boundedJsonIn(await readFile(path, "utf8"));
  if (!isPayment(payment)) throw new OperatorError(`Cannot go on: ${path} does not hold a payment.`);
  return payment;
}
