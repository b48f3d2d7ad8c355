/** `bun run ledger verify`: recomputes every balance and counter from the ledger. Exit code 1 when one differs. */
import { memoryLimiters } from "../accounts/limiters.ts";
import { verifyLedger } from "../accounts/verify.ts";
import { assembleAccounts } from "../app/accounts.ts";
import { loadConfig } from "../app/config.ts";
import { UsageError } from "./command.ts";

export async function ledgerCommand([action, ...rest]: readonly string[]): Promise<number> {
  if (action !== "verify" || rest.length > 0) throw new UsageError("Usage: bun run ledger verify");
  const { store } = await assembleAccounts(loadConfig(process.env), memoryLimiters(), { now: Date.now });
  await using _ = store;
  const { accounts, entries, differences } = await verifyLedger(store);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const verdict = differences.length === 0 ? "everything adds up" : `${differences.length} figure(s) differ`;
  process.stdout.write(`${accounts} account(s), ${entries} entries: ${verdict}.\n`);
  return differences.length === 0 ? 0 : 1;
}
