/** The invariants of what is paid from a key's account: its balance and its daily calls. */
import { DAY_MS } from "../../../src/runtime/day.ts";
import { hashKey } from "../../../src/accounts/key.ts";
import { rightsOf } from "../../../src/accounts/tiers.ts";
import { PRICES } from "../operations.ts";
import type { Evidence } from "./evidence.ts";
import { admissionOf, answers, grouped } from "./reading.ts";

/** The balance is never negative, and equal to the sum of its ledger. */
export function I4({ entries, balances, differences }: Evidence): readonly string[] {
  const found = differences.map((difference) => `the ledger does not add up: ${difference}`);
  for (const [account, rows] of grouped(entries, ({ account_id, network }) => `${account_id} on ${network}`)) {
    let sum = 0n;
    for (const { drops, balance_after: after } of rows) {
      sum += drops;
      if (after !== sum || sum < 0n) found.push(`${account} was at ${after}, its entries come to ${sum}`);
    }
    const kept = balances.find(({ account_id, network }) => `${account_id} on ${network}` === account);
    if ((kept?.drops ?? 0n) !== sum) found.push(`${account} is at ${kept?.drops}, its entries come to ${sum}`);
  }
  for (const { drops, held } of balances)
    if (held !== 0n || drops < 0n) found.push(`a balance is at ${drops}, and ${held} is still set aside`);
  return found;
}

/** Whoever has named its request is charged for it once, however often it was sent. */
export function chargedAgain({ presentations, entries, keys }: Evidence): readonly string[] {
  const byKey = grouped(presentations, ({ key }) => (key === undefined ? "" : hashKey(key)));
  return keys.flatMap(({ hash, account_id: account }) => {
    const sent = byKey.get(hash) ?? [];
    const names = new Set(sent.map(({ idempotencyKey }) => idempotencyKey));
    if (names.size !== 1 || names.has(undefined)) return [];
    const charges = entries.filter(({ account_id, kind, reference }) => {
      return account_id === account && (kind === "charge" || (kind === "call" && reference !== "the play"));
    });
    return charges.length <= 1 ? [] : [`"${sent[0]?.idempotencyKey}" was charged ${charges.length} times`];
  });
}

/** A cached answer is charged its discounted price once, and never free by a race. */
export function I10(evidence: Evidence): readonly string[] {
  const { admissions, entries } = evidence;
  const fresh = PRICES.tiers.enhanced;
  const cheap = admissions.flatMap(({ presentation: { number }, isPaid, isForced, isHit, charge }) =>
    isPaid && isForced && !isHit && charge < fresh ? [`request ${number} forces a fresh run at ${charge} drops`] : [],
  );
  const runs = new Map(answers(evidence).map((each) => [each.told.runId, each]));
  let charged = 0n;
  let free = 0;
  for (const [runId, { told, number }] of runs) {
    const admission = admissionOf(evidence, runId);
    if (told.isCached !== admission?.isHit) cheap.push(`request ${number} is told that its answer is cached, wrongly`);
    if (admission?.isPaid === false && told.charged > 0n) charged += told.charged;
    if (admission?.isPaid === false && told.charged === 0n) free++;
  }
  const spent = entries.filter(({ kind }) => kind === "charge").reduce((sum, { drops }) => sum - drops, 0n);
  const calls = entries
    .filter(({ kind, reference }) => kind === "call" && reference !== "the play")
    .reduce((sum, entry) => sum + entry.calls, 0);
  if (charged > spent) cheap.push(`answers for ${charged} drops were given, and ${spent} charged`);
  if (free > calls) cheap.push(`${free} answers were given for daily calls, and ${calls} counted`);
  return cheap;
}

/** The quota that was used is the ledger's rows; its day is the UTC day, and never an earlier one again. */
export function I12(evidence: Evidence): readonly string[] {
  const { entries, dayRows, accounts, days, presentations } = evidence;
  const found: string[] = [];
  for (const { account_id, day, calls, held } of dayRows) {
    const rows = entries.filter((each) => each.account_id === account_id && each.day === day);
    const counted = rows.reduce((sum, row) => sum + row.calls, 0);
    const { callsPerDay } = rightsOf(accounts.find(({ id }) => id === account_id)?.tier ?? "");
    if (calls !== counted) found.push(`${calls} calls are counted on ${day}, and ${counted} have rows`);
    if (calls > callsPerDay) found.push(`${calls} calls of ${callsPerDay} were made on ${day}`);
    if (held !== 0) found.push(`${held} calls of ${day} are still set aside`);
  }
  for (const { at, day } of entries)
    if (day > new Date(at).toISOString().slice(0, 10))
      found.push(`a call of ${new Date(at).toISOString()} counts for ${day}`);
  for (const { process, day, begun } of days)
    if (days.some((other) => other.process === process && other.done < begun && other.day > day))
      found.push(`process ${process} opens a day again that was over`);
  for (const { told, number } of presentations) {
    const reset = Number(told?.headers.get("x-calls-reset") ?? 0) * 1000;
    if (reset % DAY_MS !== 0) found.push(`request ${number} is told of a day that ends at ${reset}`);
  }
  return found;
}
