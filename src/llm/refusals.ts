/** What a caller is told of a model that failed: nothing the model or its server said. */
import { HubError } from "../runtime/errors.ts";
import type { ModelFault } from "./fault.ts";

export function toHubError(fault: ModelFault): HubError {
  const { status = 0, retryAfterMs } = fault.facts;
  const details = { cause: fault, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  switch (fault.kind) {
    case "unreachable":
      return new HubError("llm_unavailable", "The language model cannot be reached at present.", details);
    case "slow":
      return new HubError("upstream_timeout", "The language model did not begin to answer in time.", details);
    case "cut":
      return new HubError("upstream_failed", "The language model broke off its answer.", details);
    case "garbled":
      return new HubError("upstream_invalid", "The language model's server answered with something else.", details);
    case "endless":
      return new HubError("upstream_too_large", "The language model's answer was too long.", details);
    case "status":
      if (status === 429) return new HubError("llm_unavailable", "The language model is too busy at present.", details);
      // Its key, its name or its account with the server: only the operator can mend that.
      if (status === 401 || status === 402 || status === 403 || status === 404)
        return new HubError("llm_unavailable", "The language model does not take this hub's questions.", details);
      return new HubError("upstream_failed", "The language model failed.", details);
  }
}
