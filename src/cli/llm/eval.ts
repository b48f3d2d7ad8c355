/** `bun run llm eval`: how good the connected model is at what the actors ask of it. */
import { defineCommand } from "../command.ts";
import { EVAL_ARGS } from "./eval-args.ts";

export const evalCommand = defineCommand({
  name: "llm eval",
  summary:
    "Asks the model the sixty cases of src/cli/llm/eval/cases and judges its answers without another model. This costs " +
    "tokens: it says first how many, and asks whether to go on.",
  args: EVAL_ARGS,
  notes:
    "The model is the one at LLM_BASE_URL; what it takes counts against LLM_DAILY_BUDGET_TOKENS. Exit code 0 means that " +
    "all cases were answered and enough of them passed, 2 also that nobody said yes, 3 that an answer obeyed an order " +
    "hidden in the material, however many passed.",
  // Its catalogue and its judges are nothing that another command should wait for.
  run: async (options) => (await import("./evaluate.ts")).evaluate(options),
});
