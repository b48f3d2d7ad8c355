/** What the stages need from outside. Each port is lent by the composition root; the stages know no implementation. */
export * from "./ports/accounts.ts";
export * from "./ports/answer.ts";
export * from "./ports/attempts.ts";
export * from "./ports/deposits.ts";
export * from "./ports/idempotency.ts";
export * from "./ports/payment.ts";
export * from "./ports/world.ts";
