/** Which answers were documented ones, how soon all was well again, and what an outage of Redis added. */
import type { Answer } from "./client.ts";
import type { Fault } from "./faults.ts";

/** By kind, as status and code. Whatever tells terms needs to have heard the ledger. */
const DOCUMENTED: Readonly<Record<string, RegExp>> = {
  kept: /^(?:200|503 overloaded)$/,
  quota: /^(?:200|402 quota_exhausted|503 overloaded|503 ledger_unavailable)$/,
  balance: /^(?:200|409 idempotency_in_progress|503 overloaded)$/,
  queued: /^(?:200|202|409 idempotency_in_progress|503 overloaded)$/,
  run: /^(?:200|503 overloaded)$/,
  usage: /^(?:200|503 overloaded)$/,
  free: /^200$/,
  unpaid: /^(?:402 payment_required|503 overloaded|503 ledger_unavailable)$/,
  terms: /^(?:402 payment_required|503 overloaded|503 ledger_unavailable)$/,
  paid: /^(?:200|402 payment_expired|409 \w+|503 \w+)$/,
  revoke: /^(?:200|402 key_unknown|503 overloaded|503 ledger_unavailable)$/,
  revocable: /^(?:200|503 overloaded|0 broken)$/,
  revoked: /^(?:200|402 key_unknown|503 overloaded|503 ledger_unavailable|0 broken)$/,
};
/** What nginx says where a hub has gone, and what a connection says through which it was answering. */
const GONE = /^(?:50[24] by nginx|0 broken)$/;
/** nginx tries a hub again so long after it has gone. */
const NOTICED_MS = 3_000;
const RECOVERED_MS = 3_000;
const ADDED_MS = { first: 60, later: 2 } as const;
/** A kind that goes the whole way, from the first to the last moment. */
const MEASURED = "balance";
/** What was refused meanwhile is repeated all at once when a fault is over: for so long times are not those of a calm. */
const SETTLED_MS = 2_000;
/** At first much is done for the first time. */
const WARM_MS = 1_000;

export function tally(answers: readonly Answer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, status, code } of answers) {
    const name = `${kind} ${said(status, code)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One sentence for each sort of them. */
export function strangeAnswers(answers: readonly Answer[], faults: readonly Fault[]): readonly string[] {
  const hubs = faults.filter(({ target }) => target === "hub");
  const isNear = ({ at, ms }: Answer): boolean =>
    hubs.some(({ begin, end }) => at <= end + NOTICED_MS && at + ms >= begin);
  const strange = answers.filter((answer) => {
    const name = said(answer.status, answer.code);
    return DOCUMENTED[answer.kind]?.test(name) !== true && !(GONE.test(name) && isNear(answer));
  });
  return [...tally(strange)].map(([name, count]) => `${count} undocumented answer(s): ${name}`);
}

export function timesOf(answers: readonly Answer[], faults: readonly Fault[]) {
  const outages = faults.flatMap(({ target, end }, at) =>
    target === "PostgreSQL" ? [{ end, failed: failedAfter(answers, end, faults[at + 1]?.begin ?? Infinity) }] : [],
  );
  const recovered = outages.map(({ end, failed }) => failed.reduce((last, { at }) => Math.max(last, at - end), 0));
  const late = outages.flatMap(({ end, failed }) => failed.filter(({ at }) => at - end > RECOVERED_MS));
  const warm = answers.reduce((first, { at }) => Math.min(first, at), Infinity) + WARM_MS;
  const measured = answers.filter(({ kind, status, at }) => kind === MEASURED && status === 200 && at > warm);
  const calm = p99(
    measured.filter(({ at, ms }) => faults.every(({ begin, end }) => at > end + SETTLED_MS || at + ms < begin)),
  );
  const redis = faults.filter(({ target }) => target === "Redis");
  const within = (from: (fault: Fault) => number, to: (fault: Fault) => number): number | undefined =>
    p99(measured.filter(({ at }) => redis.some((fault) => at >= from(fault) && at < to(fault))));
  const first = within(
    ({ begin }) => begin,
    ({ begin }) => begin + 1_000,
  );
  const then = within(
    ({ begin }) => begin + 1_000,
    ({ end }) => end,
  );
  const added = (p: number | undefined): number | undefined =>
    p === undefined || calm === undefined ? undefined : Math.max(0, p - calm);
  const longest = Math.max(0, ...recovered);
  const complaints = [
    ...(late.length > 0
      ? [`answers failed until ${Math.round(longest)} ms after PostgreSQL was back: ${sorts(late)}`]
      : []),
    ...((added(first) ?? 0) > ADDED_MS.first ? [`p99 ${shown(added(first))} ms more as Redis goes`] : []),
    ...((added(then) ?? 0) > ADDED_MS.later ? [`p99 ${shown(added(then))} ms more without Redis`] : []),
  ];
  return {
    late: complaints,
    figures: {
      "last failure after PostgreSQL was back (ms)": recovered.map(Math.round).join(", "),
      "p99 of a charged run, all well (ms)": shown(calm),
      "p99 in the first second without Redis (ms)": shown(first),
      "p99 without Redis after that (ms)": shown(then),
      "slowest answer (ms)": Math.round(answers.reduce((most, { ms }) => Math.max(most, ms), 0)),
    },
  };
}

/** What began after `end` and was over before the next fault, and a hub could not serve. */
function failedAfter(answers: readonly Answer[], end: number, until: number): readonly Answer[] {
  return answers.filter(
    ({ at, ms, status, code }) => at > end && at + ms < until && status === 503 && code !== "by nginx",
  );
}

function sorts(answers: readonly Answer[]): string {
  return [...tally(answers)].map(([name, count]) => `${count} ${name}`).join(", ");
}

function p99(answers: readonly Answer[]): number | undefined {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1];
}

function shown(ms: number | undefined): string {
  return ms === undefined ? "none" : ms.toFixed(1);
}

function said(status: number, code: string): string {
  return code === "" ? String(status) : `${status} ${code}`;
}
