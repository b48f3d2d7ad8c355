/** All mutants. */
import { ACCOUNT_MUTANTS } from "./accounts.ts";
import { MOMENT_MUTANTS } from "./moments.ts";
import type { Mutant } from "./mutant.ts";
import { PAYMENT_MUTANTS } from "./payment.ts";
import { STAGE_MUTANTS } from "./stages.ts";
import { VERIFY_MUTANTS } from "./verify.ts";

export const MUTANTS: readonly Mutant[] = [
  ...PAYMENT_MUTANTS,
  ...VERIFY_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...MOMENT_MUTANTS,
  ...STAGE_MUTANTS,
];
