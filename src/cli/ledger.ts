/**
 * `bun run ledger verify`: recomputes every balance and counter from the ledger. Exit code 1 when one differs.
 * `bun run ledger restart <network>`: has a network that has begun anew read from its beginning.
 */
import { verifyLedger } from "../accounts/verify.ts";
import { loadConfig } from "../app/config.ts";
import { readAnew } from "../payment/follower/markers.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openStore } from "../store/open.ts";
import { UsageError } from "./command.ts";

const USAGE = `Usage: bun run ledger verify
       bun run ledger restart <network that has begun anew, for example xrpl:1>`;

export async function ledgerCommand([action, ...rest]: readonly string[]): Promise<number> {
  const [network] = rest;
  if (action === "restart" && network !== undefined && rest.length === 1) return restart(network);
  if (action !== "verify" || rest.length > 0) throw new UsageError(USAGE);
  const { DATABASE_URL, HUB_DATA_DIR } = loadConfig(process.env);
  await using store = await openStore(DATABASE_URL, HUB_DATA_DIR, { isPatient: true });
  const { accounts, entries, differences } = await verifyLedger(store);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const verdict = differences.length === 0 ? "everything adds up" : `${differences.length} figure(s) differ`;
  process.stdout.write(`${accounts} account(s), ${entries} entries: ${verdict}.\n`);
  return differences.length === 0 ? 0 : 1;
}

async function restart(network: string): Promise<number> {
  const config = loadConfig(process.env);
  await using store = await openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { isPatient: true });
  const wallets = await store.transact(() => readAnew(network));
  if (wallets === 0) throw new OperatorError(`Cannot read "${network}" anew: no wallet was read on it`);
  process.stdout.write(`${network} is read from its beginning for ${wallets} wallet(s).\n`);
  return 0;
}
