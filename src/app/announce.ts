/** What a hub that has just started says in its log. */
import { NO_MODEL } from "../runtime/llm.ts";
import type { Config } from "./settings/config.ts";
import type { App } from "./create-app.ts";
import { dailyTokens } from "./parts/llm.ts";
import { tellUnlessOutage } from "./telemetry/failures.ts";
import type { Log } from "./telemetry/log.ts";
import { tellUnusedStore } from "./parts/unused-store.ts";

export function announce(app: App, config: Config, log: Log): void {
  const { hubUrl, registry, isSandbox, model, payment, store } = app;
  log.info(`Agent API Hub listens on ${hubUrl()} with ${registry.list().length} actors.`);
  tellUnusedStore(store, config, log).catch(tellUnlessOutage("Cannot look whether the database is empty", log));
  if (isSandbox) {
    const { main } = payment.networks;
    log.info(`No wallet is configured: prices are quoted on the sandbox ledger ${main}, no real money moves.`);
    if (model !== NO_MODEL)
      log.warn(
        "A language model is connected all the same: its real tokens are sold for play money, at most " +
          `${dailyTokens(config)} of them a day (LLM_DAILY_BUDGET_TOKENS).`,
      );
  } else {
    void tellFaults(payment.checkWallets, log);
    payment.leftOrders().then(
      (left) => tellLeft(left, log),
      (error: unknown) => log.failure("Cannot look for orders of earlier wallets", error),
    );
  }
}

/** Money that arrives where nobody looks is not lost, but nobody hears of it. */
function tellLeft(left: Awaited<ReturnType<App["payment"]["leftOrders"]>>, log: Log): void {
  for (const { network, wallet, orders } of left)
    log.warn(
      `${orders} unpaid order(s) on ${network} may name the wallet ${wallet}, which is not followed any more: what is paid ` +
        `into it is not counted. Start with XRPL_PREVIOUS_WALLETS=${wallet} until nobody pays there.`,
    );
}

/** Says what is wrong with the wallet before a customer finds out. */
async function tellFaults(checkWallets: App["payment"]["checkWallets"], log: Log): Promise<void> {
  const reports = new Map((await checkWallets()).map((report) => [report.network, report]));
  for (const { network, fault, warnings } of reports.values())
    for (const sentence of [fault, ...warnings]) if (sentence !== undefined) log.warn(`On ${network}: ${sentence}`);
}
