/** What strangers may ask of one address for nothing, by the minute. */
import { addressLimit } from "../../accounts/limits/address-limits.ts";
import type { Limiters } from "../../accounts/limits/windows.ts";
import type { Config } from "../settings/config.ts";

export function strangerLimits(limiters: Limiters, config: Config) {
  const { LIMIT_FACILITATOR_PER_MINUTE: questions, LIMIT_SANDBOX_PER_MINUTE: sandbox } = config;
  return {
    admitLookup: addressLimit(limiters, "lookups", questions),
    admitQuestion: addressLimit(limiters, "facilitator", questions),
    limitExplorer: addressLimit(limiters, "explorer", config.LIMIT_UI_PER_MINUTE),
    limitSandbox: {
      takeFaucet: addressLimit(limiters, "faucet", sandbox),
      takeLedger: addressLimit(limiters, "ledgers", sandbox),
      takePayment: addressLimit(limiters, "sandboxPayments", sandbox),
    },
  };
}
