/** What `admin` does with connections and their clients: the hub's own parts, without a catalogue, and rows printed. */
import { openAccounts, rootSecrets } from "../app/parts/accounts.ts";
import { configuredAddress } from "../app/process/hub-address.ts";
import { loadConfig } from "../app/settings/config.ts";
import { openConnections, type OpenConnections } from "../app/parts/connections.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openHubKey } from "../store/hub/hub-key.ts";
import { formatItems } from "./table.ts";

/** Prints the rows: a table on a terminal, else JSON. @returns the exit code */
export async function withConnections(work: (open: OpenConnections) => Promise<readonly object[]>): Promise<number> {
  const config = loadConfig(process.env);
  const { store } = await openAccounts(config);
  await using _ = store;
  const secrets = await rootSecrets(config, store);
  const open = openConnections(config, {
    store,
    secrets,
    hubKey: await openHubKey(store, secrets),
    clock: { now: Date.now },
    hubUrl: () => configuredAddress(config),
    catalog: () => {
      throw new OperatorError("This command has no catalogue");
    },
  });
  const rows = (await work(open)).map((row) => ({ ...row }));
  process.stdout.write(`${process.stdout.isTTY ? formatItems(rows, process.stdout.columns) : JSON.stringify(rows)}\n`);
  return 0;
}
