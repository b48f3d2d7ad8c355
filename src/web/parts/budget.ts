/** What a key may take, in words: one for each limit that is set. */
import type { JsonObject } from "../../text/foreign.ts";

export function budgetWords(budget: JsonObject): string[] {
  const of = (most: string, used: string, unit: string): string[] =>
    (budget[most] ?? null) === null ? [] : [`${String(budget[used])} of ${String(budget[most])} ${unit}`];
  return [
    ...of("calls_per_day", "calls_today", "calls today"),
    ...of("xrp_per_day", "xrp_today", "XRP today"),
    ...of("xrp_total", "xrp_used", "XRP in total"),
  ];
}
