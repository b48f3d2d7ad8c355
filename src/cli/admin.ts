/** `bun run admin …`: what the operator's endpoints do, from the shell and without a running server. */
import { parseArgs } from "node:util";
import type { Owner } from "../accounts/arrivals.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { Page } from "../accounts/page.ts";
import type { AccountServices } from "../accounts/services.ts";
import { ACCOUNT_TIERS, type AccountTier } from "../accounts/tiers.ts";
import { openAccounts } from "../app/accounts.ts";
import { loadConfig } from "../app/config.ts";
import { type Drops, parseXrp, xrpNumber } from "../runtime/money.ts";
import { UsageError } from "./command.ts";
import { formatItems } from "./table.ts";

const USAGE = `Usage: bun run admin accounts | orders | payments | x402-payments | parked [--offset <number>]
       bun run admin entries <key prefix> [--offset <number>]
       bun run admin issue <email> <${ACCOUNT_TIERS.join("|")}> --reason <text>
       bun run admin grant <key prefix> [--calls <number>] [--xrp <amount>] --reason <text>
       bun run admin debit <key prefix> --xrp <amount> --reason <text>
       bun run admin reverse <number of an entry> --reason <text>
       bun run admin suspend | unsuspend <key prefix> --reason <text>
       bun run admin rekey <key prefix> --reason <text>            ends its keys and prints a new one
       bun run admin cancel <order id> --reason <text>             parks what it has received
       bun run admin move <underpaid order> [<order id | key prefix>] --reason <text>
       bun run admin assign <tx hash of a parked payment> <order id | key prefix> --reason <text>
       bun run admin refund <tx hash of a parked payment> <tx hash of the refund> [--xrp <amount>] --reason <text>
       bun run admin refund <key prefix> <tx hash of the refund> --xrp <amount> --reason <text>`;

const OPTIONS = {
  reason: { type: "string" },
  calls: { type: "string" },
  xrp: { type: "string" },
  offset: { type: "string" },
} as const;

interface Asked {
  readonly words: readonly string[];
  readonly reason: string;
  readonly calls?: number;
  readonly drops?: Drops;
  readonly page: Page;
}

/** The parts of the accounts that the operator works with. */
type Desk = Pick<AccountServices, "operator" | "arrivals" | "corrections" | "orderCare">;
type Action = (desk: Desk, asked: Asked) => Promise<readonly Record<string, unknown>[]>;

const ACTIONS: Readonly<Record<string, Action>> = {
  accounts: async ({ operator }, { page }) => (await operator.accounts(page)).map(accountRow),
  orders: async ({ operator }, { page }) => (await operator.orders(page)).map(wireRow),
  payments: async ({ arrivals }, { page }) =>
    [...(await arrivals.gaps()), ...(await arrivals.deposits(page))].map(wireRow),
  "x402-payments": async ({ arrivals }, { page }) => (await arrivals.payments(page)).map(wireRow),
  parked: async ({ arrivals }, { page }) => (await arrivals.parked(page)).map(wireRow),
  entries,
  issue,
  grant,
  debit,
  reverse,
  suspend,
  unsuspend,
  rekey,
  cancel,
  move,
  assign,
  refund,
};

export async function adminCommand([name = "", ...args]: readonly string[]): Promise<number> {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw new UsageError(USAGE);
  const asked = read(args);
  const { store, services } = await openAccounts(loadConfig(process.env));
  await using _ = store;
  const rows = await action(services, asked);
  const text = process.stdout.isTTY ? formatItems(rows, process.stdout.columns) : JSON.stringify(rows);
  process.stdout.write(`${text}\n`);
  return 0;
}

async function issue({ operator }: Desk, { words: [email, tier], reason }: Asked) {
  if (email === undefined || !ACCOUNT_TIERS.includes(tier as AccountTier) || reason === "") throw new UsageError(USAGE);
  const key = await operator.issue({ email, tier: tier as AccountTier, reason }); // Just found among them.
  return [{ api_key: key.text, key_prefix: key.prefix, tier, status: "active" }];
}

async function grant({ operator }: Desk, { words: [prefix], reason, calls, drops }: Asked) {
  if (prefix === undefined || reason === "" || (calls === undefined && drops === undefined))
    throw new UsageError(USAGE);
  await operator.grant(prefix, {
    reason,
    ...(calls !== undefined && { calls }),
    ...(drops !== undefined && { drops }),
  });
  return [{ key_prefix: prefix, granted: true }];
}

async function entries({ corrections }: Desk, { words: [prefix], page }: Asked) {
  if (prefix === undefined) throw new UsageError(USAGE);
  return (await corrections.entries(prefix, page)).map(wireRow);
}

async function debit({ corrections }: Desk, { words: [prefix], reason, drops = 0n }: Asked) {
  if (prefix === undefined || reason === "" || drops === 0n) throw new UsageError(USAGE);
  await corrections.debit(prefix, drops, reason);
  return [{ key_prefix: prefix, debited_xrp: xrpNumber(drops) }];
}

async function reverse({ corrections }: Desk, { words: [entry = ""], reason }: Asked) {
  if (!/^\d{1,15}$/.test(entry) || reason === "") throw new UsageError(USAGE);
  return [wireRow(await corrections.reverse(Number(entry), reason))];
}

async function suspend({ operator }: Desk, { words: [prefix], reason }: Asked) {
  if (prefix === undefined || reason === "") throw new UsageError(USAGE);
  await operator.suspend(prefix, reason);
  return [{ key_prefix: prefix, status: "suspended" }];
}

async function unsuspend({ operator }: Desk, { words: [prefix], reason }: Asked) {
  if (prefix === undefined || reason === "") throw new UsageError(USAGE);
  return [{ key_prefix: prefix, ...(await operator.unsuspend(prefix, reason)) }];
}

async function rekey({ operator }: Desk, { words: [prefix], reason }: Asked) {
  if (prefix === undefined || reason === "") throw new UsageError(USAGE);
  const key = await operator.rekey(prefix, reason);
  return [{ api_key: key.text, key_prefix: key.prefix, replaces: prefix }];
}

async function cancel({ orderCare }: Desk, { words: [orderId], reason }: Asked) {
  if (orderId === undefined || reason === "") throw new UsageError(USAGE);
  const { parked } = await orderCare.cancel(orderId, reason);
  return [{ order_id: orderId, status: "cancelled", parked: parked.join(" ") }];
}

async function move({ arrivals, orderCare }: Desk, { words: [orderId, owner], reason }: Asked) {
  if (orderId === undefined || reason === "") throw new UsageError(USAGE);
  if (owner === undefined) {
    await orderCare.credit(orderId, reason);
    return [{ order_id: orderId, status: "confirmed", outcome: "credited" }];
  }
  const counted = await arrivals.move(orderId, ownerOf(owner), reason);
  return counted.map(({ orderId: to, state }) => ({ moved_from: orderId, order_id: to, status: state }));
}

async function assign({ arrivals }: Desk, { words: [txHash, owner], reason }: Asked) {
  if (txHash === undefined || owner === undefined || reason === "") throw new UsageError(USAGE);
  const { state, orderId } = await arrivals.assign(txHash, ownerOf(owner), reason);
  return [{ tx_hash: txHash.toUpperCase(), order_id: orderId, status: state }];
}

async function refund({ arrivals, corrections }: Desk, { words: [what, sent = ""], reason, drops }: Asked) {
  if (what === undefined || !TX_HASH.test(sent) || reason === "") throw new UsageError(USAGE);
  const txHash = sent.toUpperCase();
  if (ARRIVAL.test(what)) {
    const refunded = await arrivals.refund(what, { refundTxHash: txHash, reason, ...(drops && { drops }) });
    return [{ tx_hash: what.toUpperCase(), refund_tx_hash: txHash, refunded_xrp: xrpNumber(refunded) }];
  }
  if (!drops) throw new UsageError(USAGE);
  await corrections.refund(what, { drops, txHash, reason });
  return [{ key_prefix: what, refund_tx_hash: txHash, refunded_xrp: xrpNumber(drops) }];
}

const TX_HASH = /^[0-9A-Fa-f]{64}$/;
/** What arrived: a transaction, or the part of one that was more than its price. */
const ARRIVAL = /^[0-9A-Fa-f]{64}(?:-surplus)?$/i;

function ownerOf(text: string): Owner {
  return text.startsWith("ord_") ? { orderId: text } : { keyPrefix: text };
}

function read(args: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { reason = "", calls, xrp, offset = "0" } = values;
    if (!/^\d{1,9}$/.test(offset)) throw new RangeError(`Cannot leave "${offset}" rows out`);
    if (calls !== undefined && !/^[1-9]\d{0,8}$/.test(calls)) throw new RangeError(`Cannot grant "${calls}" calls`);
    return {
      words: positionals,
      reason,
      page: { offset: Number(offset) },
      ...(calls !== undefined && { calls: Number(calls) }),
      ...(xrp !== undefined && { drops: parseXrp(xrp) }),
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
