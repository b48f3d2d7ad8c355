/**
 * The ledgers that the hub of a store is paid on. The store keeps their names, so that what an operator types in a shell
 * without the hub's settings moves money where its keys spend it.
 */
import { knownFact, setFact } from "../../store/hub/hub-facts.ts";
import type { Store } from "../../store/store.ts";
import type { Config } from "../settings/config.ts";
import { ledgerNames } from "../settings/ledger-servers.ts";

type LedgerNames = ReturnType<typeof ledgerNames>;

const NAME = "paid ledgers";

/** To be called by a hub that begins; a store that cannot be written to now learns it at a later start. */
export async function keepPaidLedgers(store: Store, config: Config): Promise<void> {
  const { main, test } = ledgerNames(config);
  const names = `${main} ${test}`;
  if ((await knownFact(store, NAME)) === names) return;
  await setFact(store, NAME, names).catch(() => undefined);
}

/** Those of the hub that has begun last with this store; where none has, those of the settings. */
export async function paidLedgers(store: Store, config: Config): Promise<LedgerNames> {
  const [main, test] = (await knownFact(store, NAME))?.split(" ") ?? [];
  return main === undefined || test === undefined ? ledgerNames(config) : { main, test };
}
