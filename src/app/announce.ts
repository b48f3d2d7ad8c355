/** What a hub that has just started says in its log. */
import { NO_MODEL } from "../runtime/llm.ts";
import type { Config } from "./config.ts";
import type { App } from "./create-app.ts";
import { dailyTokens } from "./llm.ts";
import type { Log } from "./log.ts";

export function announce({ hubUrl, registry, isSandbox, model, payment }: App, config: Config, log: Log): void {
  log.info(`Agent API Hub listens on ${hubUrl()} with ${registry.list().length} actors.`);
  if (isSandbox) {
    const { main } = payment.networks;
    log.info(`No wallet is configured: prices are quoted on the sandbox ledger ${main}, no real money moves.`);
    if (model !== NO_MODEL)
      log.warn(
        "A language model is connected all the same: its real tokens are sold for play money, at most " +
          `${dailyTokens(config)} of them a day (LLM_DAILY_BUDGET_TOKENS).`,
      );
  } else void tellFaults(payment.checkWallets, log);
}

/** Says what is wrong with the wallet before a customer finds out. */
async function tellFaults(checkWallets: App["payment"]["checkWallets"], log: Log): Promise<void> {
  const reports = new Map((await checkWallets()).map((report) => [report.network, report]));
  for (const { network, fault, warnings } of reports.values())
    for (const sentence of [fault, ...warnings]) if (sentence !== undefined) log.warn(`On ${network}: ${sentence}`);
}
