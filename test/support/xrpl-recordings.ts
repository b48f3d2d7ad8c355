/** The recorded exchanges with a real server, and the cast of the script they were made from. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ECDSA, Wallet } from "xrpl";

const FOLDER = new URL("../../../shared/corpora/xrpl/", import.meta.url);
export const hasRecordings = existsSync(fileURLToPath(FOLDER));

export interface Recording {
  readonly number: number;
  readonly name: string;
  readonly transport: "http-public" | "http-admin" | "ws-public";
  readonly request?: Record<string, unknown>;
  readonly request_raw?: string;
  readonly http_status?: number;
  readonly content_type?: string;
  readonly response: unknown;
}

export async function readRecordings(): Promise<readonly Recording[]> {
  const names = hasRecordings ? (await readdir(FOLDER)).sort() : [];
  return await Promise.all(
    names.map(async (name) => {
      const recorded = JSON.parse(await readFile(new URL(name, FOLDER), "utf8")) as Omit<Recording, "number" | "name">;
      return { ...recorded, number: Number.parseInt(name, 10), name: name.replace(".json", "") };
    }),
  );
}

/** The accounts of the script: their keys come from sixteen equal bytes. */
export const CAST = {
  merchant: actor(1),
  payer: actor(2),
  secp: actor(3, ECDSA.secp256k1),
  issuer: actor(4),
  tagged: actor(5),
  maker: actor(6),
  multi: actor(7),
  late: actor(8),
};

function actor(byte: number, algorithm = ECDSA.ed25519): Wallet {
  return Wallet.fromEntropy(new Uint8Array(16).fill(byte), { algorithm });
}

/** Every transaction that any recording shows, by hash, as it was signed. */
export function signedTransactions(recordings: readonly Recording[]): ReadonlyMap<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const { response } of recordings) collect(response, found);
  return found;
}

const ADDED = new Set([
  "DeliverMax",
  "ctid",
  "date",
  "hash",
  "inLedger",
  "ledger_index",
  "meta",
  "status",
  "validated",
]);

function collect(value: unknown, found: Map<string, Record<string, unknown>>): void {
  if (typeof value !== "object" || value === null) return;
  const fields = value as Record<string, unknown>;
  const inner = (fields["tx_json"] ?? fields) as Record<string, unknown>;
  const hash = fields["hash"] ?? inner["hash"];
  if (typeof hash === "string" && typeof inner["TransactionType"] === "string" && "SigningPubKey" in inner) {
    const signed = Object.fromEntries(Object.entries(inner).filter(([name]) => !ADDED.has(name)));
    const isPayment = inner["TransactionType"] === "Payment";
    if (!found.has(hash))
      found.set(hash, isPayment ? { ...signed, Amount: inner["Amount"] ?? inner["DeliverMax"] } : signed);
  }
  for (const child of Object.values(fields)) collect(child, found);
}
