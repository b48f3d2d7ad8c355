/** `bun run admin …`: what the operator's endpoints do, from the shell and without a running server. */
import { parseArgs } from "node:util";
import { memoryLimiters } from "../accounts/limiters.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { AccountServices } from "../accounts/services.ts";
import { ACCOUNT_TIERS, type AccountTier } from "../accounts/tiers.ts";
import { assembleAccounts } from "../app/accounts.ts";
import { loadConfig } from "../app/config.ts";
import { type Drops, parseXrp } from "../runtime/money.ts";
import { UsageError } from "./command.ts";
import { formatItems } from "./table.ts";

const USAGE = `Usage: bun run admin accounts | orders | payments | x402-payments
       bun run admin issue <email> <${ACCOUNT_TIERS.join("|")}> --reason <text>
       bun run admin grant <key prefix> [--calls <number>] [--xrp <amount>] --reason <text>
       bun run admin suspend <key prefix> --reason <text>
       bun run admin assign <tx hash of a parked payment> <order id | key prefix> --reason <text>`;

const OPTIONS = { reason: { type: "string" }, calls: { type: "string" }, xrp: { type: "string" } } as const;

interface Asked {
  readonly words: readonly string[];
  readonly reason: string;
  readonly calls?: number;
  readonly drops?: Drops;
}

/** The parts of the accounts that the operator works with. */
type Desk = Pick<AccountServices, "operator" | "arrivals">;
type Action = (desk: Desk, asked: Asked) => Promise<readonly Record<string, unknown>[]>;

const ACTIONS: Readonly<Record<string, Action>> = {
  accounts: async ({ operator }) => (await operator.accounts()).map(accountRow),
  orders: async ({ operator }) => (await operator.orders()).map(wireRow),
  payments: async ({ arrivals }) => [...(await arrivals.gaps()), ...(await arrivals.deposits())].map(wireRow),
  "x402-payments": async ({ arrivals }) => (await arrivals.payments()).map(wireRow),
  issue,
  grant,
  suspend,
  assign,
};

export async function adminCommand([name = "", ...args]: readonly string[]): Promise<number> {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw new UsageError(USAGE);
  const asked = read(args);
  const { store, services } = await assembleAccounts(loadConfig(process.env), memoryLimiters(), { now: Date.now });
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

async function suspend({ operator }: Desk, { words: [prefix], reason }: Asked) {
  if (prefix === undefined || reason === "") throw new UsageError(USAGE);
  await operator.suspend(prefix, reason);
  return [{ key_prefix: prefix, status: "suspended" }];
}

async function assign({ arrivals }: Desk, { words: [txHash, owner], reason }: Asked) {
  if (txHash === undefined || owner === undefined || reason === "") throw new UsageError(USAGE);
  const whose = owner.startsWith("ord_") ? { orderId: owner } : { keyPrefix: owner };
  const { state, orderId } = await arrivals.assign(txHash, whose, reason);
  return [{ tx_hash: txHash.toUpperCase(), order_id: orderId, status: state }];
}

function read(args: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { reason = "", calls, xrp } = values;
    if (calls !== undefined && !/^[1-9]\d{0,8}$/.test(calls)) throw new RangeError(`Cannot grant "${calls}" calls`);
    return {
      words: positionals,
      reason,
      ...(calls !== undefined && { calls: Number(calls) }),
      ...(xrp !== undefined && { drops: parseXrp(xrp) }),
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
