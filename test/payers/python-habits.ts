/**
 * A buyer with the habits of the Python client `x402-xrpl`: it reads the body of the 402 and not its header, asks the
 * ledger over JSON-RPC, binds its payment by InvoiceID and by a memo, names its source, and writes JSON with sorted keys.
 */
import { createHash } from "node:crypto";
import { encode, encodeForSigning } from "ripple-binary-codec";
import { deriveAddress, deriveKeypair, sign } from "ripple-keypairs";

const NETWORKS: readonly string[] = ["xrpl:0", "xrpl:1", "xrpl:2"];
const SOURCE_TAG = 804_681_468;

export interface PythonPayer {
  readonly seed: string;
  /** Of the ledger, as JSON-RPC. */
  readonly rpcUrl: string;
  /** Left out, the public networks it knows. */
  readonly networks?: readonly string[];
}

interface Accepted {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly invoiceId: string; readonly destinationTag?: string | number };
}

/** The answer to the request, paid for when it must be. A 402 it cannot pay is handed back. */
export async function payAsPython(payer: PythonPayer, url: string, init: RequestInit = {}): Promise<Response> {
  const first = await fetch(url, init);
  if (first.status !== 402) return first;
  const { accepts } = (await first.clone().json()) as { accepts: readonly Accepted[] };
  const known = payer.networks ?? NETWORKS;
  const accepted = accepts.find(({ scheme, network }) => scheme === "exact" && known.includes(network));
  if (accepted === undefined) return first;
  const { invoiceId } = accepted.extra;
  const payload = { signedTxBlob: await signedBlob(payer, accepted), invoiceId };
  const header = sortedJson({ x402Version: 2, accepted, payload, resource: null });
  const signature = Buffer.from(header).toString("base64");
  return fetch(url, { ...init, headers: { ...init.headers, "PAYMENT-SIGNATURE": signature } });
}

async function signedBlob({ seed, rpcUrl }: PythonPayer, accepted: Accepted): Promise<string> {
  const { publicKey, privateKey } = deriveKeypair(seed);
  const account = deriveAddress(publicKey);
  const { invoiceId, destinationTag } = accepted.extra;
  const networkId = Number(accepted.network.split(":")[1]);
  const ledger = await ask(rpcUrl, "ledger", { ledger_index: "validated" });
  const { account_data: state } = await ask(rpcUrl, "account_info", { account, ledger_index: "current" });
  const { drops } = await ask(rpcUrl, "fee", {});
  const fields = {
    Account: account,
    Amount: accepted.amount,
    Destination: accepted.payTo,
    Fee: drops.open_ledger_fee,
    Flags: 0,
    InvoiceID: createHash("sha256").update(invoiceId).digest("hex").toUpperCase(),
    LastLedgerSequence: ledger.ledger_index + Math.ceil(accepted.maxTimeoutSeconds / 5) + 2,
    Memos: [{ Memo: { MemoData: Buffer.from(invoiceId).toString("hex").toUpperCase() } }],
    Sequence: state.Sequence,
    SigningPubKey: publicKey,
    SourceTag: SOURCE_TAG,
    TransactionType: "Payment",
    ...(destinationTag !== undefined && { DestinationTag: Number(destinationTag) }),
    ...(networkId > 1024 && { NetworkID: networkId }),
  };
  return encode({ ...fields, TxnSignature: sign(encodeForSigning(fields), privateKey) });
}

/** The ledger's answers are taken as they come, as a script does. */
async function ask(url: string, method: string, params: object): Promise<any> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ method, params: [params] }) });
  return ((await response.json()) as { result: any }).result;
}

/** Compact, keys sorted at every level: Python's `json.dumps(…, sort_keys=True, separators=(",", ":"))`. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, field) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
