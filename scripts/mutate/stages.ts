/** Faults of the stages that every run passes. */
import type { Mutant } from "./mutant.ts";

export const STAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "quota-commit",
    fault: "a call that failed is charged",
    file: "plugins/quota.ts",
    find: "  if (outcome.ok)\n    await reservation.commit(",
    replace: "  if (outcome.ok || keep === undefined)\n    await reservation.commit(",
    tests: ["test/plugins/payment.test.ts"],
  },
  {
    name: "payment-gate",
    fault: "what is due is not asked for",
    file: "plugins/payment.ts",
    find: "if (run.due > 0n) return paid(run, next);",
    replace: "if (run.due > 9_000_000_000n) return paid(run, next);",
    tests: ["test/plugins/payment.test.ts", "test/payment/paying.test.ts"],
  },
  {
    name: "payment-receipt",
    fault: "any receipt opens what is sold",
    file: "plugins/payment.ts",
    find: "if (!isPaid) throw await paymentRequired(",
    replace: "if (!isPaid && run.receipt === undefined) throw await paymentRequired(",
    tests: ["test/plugins/payment.test.ts", "test/payment/receipts.test.ts", "test/payment/paying.test.ts"],
  },
  {
    name: "payment-failed",
    fault: "a run that failed uses up its payment",
    file: "plugins/payment.ts",
    find: "outcome.ok ? await held.redeem(outcome, run.keep) : held.headers",
    replace: "outcome.ok ? await held.redeem(outcome, run.keep) : await held.redeem({ ...outcome, ok: true } as never)",
    tests: ["test/plugins/payment.test.ts", "test/payment/paying.test.ts"],
  },
  {
    name: "payment-covered",
    fault: "a free key's call asks the language model",
    file: "plugins/payment.ts",
    find: 'return standing.state === "known" && standing.holder.spendsCallsOnRuns;',
    replace: 'return standing.state === "known";',
    tests: ["test/plugins/payment.test.ts", "test/routes/dynamic-tool-model.test.ts"],
  },
];
