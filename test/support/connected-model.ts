/** The hub's real language model port, connected to a server of a test, with what a test may vary. */
import type { ModelBudget } from "../../src/llm/budget.ts";
import { type ConnectedModel, connectModel, DEADLINES, type ModelOptions } from "../../src/llm/model.ts";
import { socketAddressesOf } from "../../src/llm/socket-addresses.ts";
import type { ModelServer } from "./model-server.ts";

/** The tag that fences material off in tests, so that what is sent is the same every time. */
export const FENCE = "data-0123456789ab";

export function modelAt(
  { baseUrl }: Pick<ModelServer, "baseUrl">,
  options: Partial<Omit<ModelOptions, "endpoint">> = {},
): ConnectedModel {
  return connectModel({
    endpoint: { baseUrl, model: "stub-1", apiKey: "sk-test", fetch },
    addresses: socketAddressesOf(baseUrl, {}),
    budget: countingBudget(),
    clock: { now: Date.now },
    deadlines: DEADLINES,
    warn: () => undefined,
    fence: () => FENCE,
    ...options,
  });
}

export interface CountingBudget extends ModelBudget {
  /** What is spent or set aside. */
  readonly tokens: number;
}

/** A day's budget in memory. */
export function countingBudget(limit = Number.MAX_SAFE_INTEGER): CountingBudget {
  let tokens = 0;
  return {
    get tokens() {
      return tokens;
    },
    reserve(wanted) {
      if (tokens + wanted > limit) return undefined;
      tokens += wanted;
      return { settle: (spent) => void (tokens += spent - wanted) };
    },
    today: () => ({ tokens, limit }),
    renewsInMs: () => 3_600_000,
  };
}
