/**
 * `bun run ledger verify`: whether the store's figures are what its rows come to, and with `--against-ledger` whether its
 * deposits are what the ledger has validated. Exit code 1 when anything differs.
 * `bun run ledger restart <network>`: has a network that has begun anew read from its beginning.
 */
import { verifyLedger } from "../accounts/verify.ts";
import { type Config, loadConfig } from "../app/config.ts";
import type { Comparison } from "../payment/follower/compare.ts";
import { readAnew } from "../payment/follower/markers.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { UsageError } from "./command.ts";

const USAGE = `Usage: bun run ledger verify [--against-ledger]
       bun run ledger restart <network that has begun anew, for example xrpl:1>`;

export async function ledgerCommand([action, ...rest]: readonly string[]): Promise<number> {
  const [word] = rest;
  if (rest.length > 1) throw new UsageError(USAGE);
  if (action === "restart" && word !== undefined) return restart(word);
  if (action === "verify" && (word === undefined || word === "--against-ledger")) return verify(word !== undefined);
  throw new UsageError(USAGE);
}

async function verify(isAgainstLedger: boolean): Promise<number> {
  const config = loadConfig(process.env);
  await using store = await openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { isPatient: true });
  const { accounts, entries, differences } = await verifyLedger(store);
  say(differences);
  const against = isAgainstLedger ? await compare(config, store) : [];
  for (const { network, arrivals, differences: wrong, notes } of against)
    say([...wrong, ...notes, `${arrivals} arrival(s) on ${network} were held against the deposits.`]);
  const wrong = against.reduce((sum, each) => sum + each.differences.length, differences.length);
  const verdict = wrong === 0 ? "everything adds up" : `${wrong} figure(s) differ`;
  say([`${accounts} account(s), ${entries} entries: ${verdict}.`]);
  return wrong === 0 ? 0 : 1;
}

/** Loaded only where it is asked for: it needs the ledger's library. */
async function compare(config: Config, store: Store): Promise<readonly (Comparison & { network: string })[]> {
  return (await import("../app/compare-ledgers.ts")).compareLedgers(config, store);
}

function say(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
}

async function restart(network: string): Promise<number> {
  const config = loadConfig(process.env);
  await using store = await openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { isPatient: true });
  const wallets = await store.transact(() => readAnew(network));
  if (wallets === 0) throw new OperatorError(`Cannot read "${network}" anew: no wallet was read on it`);
  process.stdout.write(`${network} is read from its beginning for ${wallets} wallet(s).\n`);
  return 0;
}
