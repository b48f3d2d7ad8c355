/** The connections of an account, for a call from the shell: from the store of the hub, which need not run. */
import { openAccounts, rootSecrets } from "../app/parts/accounts.ts";
import { configuredAddress } from "../app/process/hub-address.ts";
import type { Config } from "../app/settings/config.ts";
import { openConnections } from "../app/parts/connections.ts";
import type { CallDeps } from "../proxy/call-deps.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openHubKey } from "../store/hub/hub-key.ts";

/** Of the account whose key this is. @throws {OperatorError} where it has none. */
export async function openOwnConnections(
  config: Config,
  key: string,
  catalog: CallDeps["catalog"],
): Promise<Pick<CallDeps, "connections" | "holder"> & AsyncDisposable> {
  const { store, services } = await openAccounts(config);
  try {
    const holder = await services.directory.find(key);
    if (holder === undefined) throw new OperatorError("Cannot use HUB_API_KEY: no account has this key");
    const secrets = await rootSecrets(config, store);
    const { forCalls } = openConnections(config, {
      store,
      secrets,
      hubKey: await openHubKey(store, secrets),
      clock: { now: Date.now },
      hubUrl: () => configuredAddress(config),
      catalog,
    });
    return { connections: forCalls, holder, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
