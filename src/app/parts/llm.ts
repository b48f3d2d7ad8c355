/** The language model this hub has connected, if any: the part that server and shell share. */
import type { Config } from "../settings/config.ts";
import { storeBudget } from "../../llm/budget.ts";
import { type ConnectedModel, connectModel, DEADLINES } from "../../llm/model.ts";
import { socketAddressesOf } from "../../llm/socket-addresses.ts";
import type { Log } from "../telemetry/log.ts";
import { ownFetch } from "../../net/own-fetch.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Store } from "../../store/store.ts";

/** Where only play money comes in, and the settings say nothing else. */
const SANDBOX_TOKENS = 50_000;

/** What the failed runs of one account may cost in a day, where there is enough for many. */
const FAILED_TOKENS = 50_000;

/** What the model may cost in a UTC day, in tokens; `undefined` is no limit. */
export function dailyTokens({
  LLM_DAILY_BUDGET_TOKENS: named,
  XRPL_WALLET_ADDRESS: wallet,
}: Config): number | undefined {
  return named ?? (wallet === undefined ? SANDBOX_TOKENS : undefined);
}

/** What the failed runs of one account may cost in a day, in tokens: a fifth of the budget, lest one spends it for all. */
export function failedTokensPerDay(config: Config): number {
  const share = Math.ceil((dailyTokens(config) ?? Infinity) / 5);
  return config.LIMIT_FAILED_TOKENS_PER_DAY ?? Math.min(FAILED_TOKENS, share);
}

export function connectedModel(config: Config, log: Log, clock: Clock, store: Store): ConnectedModel | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = config;
  if (baseUrl === undefined || model === undefined) return undefined;
  return connectModel({
    endpoint: {
      baseUrl,
      model,
      ...(apiKey !== undefined && { apiKey }),
      fetch: ownFetch("language model", fetch),
    },
    addresses: socketAddressesOf(baseUrl, config),
    budget: storeBudget(store, dailyTokens(config), clock),
    clock,
    deadlines: DEADLINES,
    warn: (message) => log.warn(message),
    fence: () => `data-${crypto.randomUUID().slice(-12)}`,
  });
}
