/** The language model this hub has connected, if any: the part that server and shell share. */
import type { Config } from "./config.ts";
import { storeBudget } from "../llm/budget.ts";
import { type ConnectedModel, connectModel, DEADLINES } from "../llm/model.ts";
import type { Log } from "./log.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Store } from "../store/store.ts";

export function assembleModel(config: Config, log: Log, clock: Clock, store: Store): ConnectedModel | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = config;
  if (baseUrl === undefined || model === undefined) return undefined;
  return connectModel({
    endpoint: { baseUrl, model, ...(apiKey !== undefined && { apiKey }), fetch },
    budget: storeBudget(store, config.LLM_DAILY_BUDGET_TOKENS, clock),
    clock,
    deadlines: DEADLINES,
    warn: (message) => log.warn(message),
    fence: () => `data-${crypto.randomUUID().slice(-12)}`,
  });
}
