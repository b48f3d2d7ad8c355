/** What was measured, as a person reads it: how many, how fast, what failed. */
import type { Family, Sample } from "./family.ts";

export interface RouteFigures {
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  /** The upper end of the bucket where 95 of 100 have been answered; null beyond the last. */
  readonly p95Ms: number | null;
}

export interface Overview {
  readonly requests: number;
  /** By "2xx" and so on. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The most asked for first. */
  readonly routes: readonly RouteFigures[];
  /** By operation; the most run first. */
  readonly runs: readonly { readonly operation: string; readonly outcomes: Readonly<Record<string, number>> }[];
  /** Of all processes together. */
  readonly memoryBytes: number;
}

const MAX_ROUTES = 10;
const MAX_OPERATIONS = 20;
const DURATION = "hub_http_request_duration_seconds";

export function overviewOf(families: readonly Family[]): Overview {
  const samplesOf = (name: string): readonly Sample[] => families.find((one) => one.name === name)?.samples ?? [];
  const byStatus = sums(samplesOf("hub_http_requests_total"), ({ labels }) => labels["status"] ?? "");
  const buckets = samplesOf(DURATION).filter(({ name }) => name === `${DURATION}_bucket`);
  const byRoute = Map.groupBy(buckets, ({ labels }) => `${labels["method"]} ${labels["route"]}`);
  const routes = [...byRoute.values()].map((own): RouteFigures => {
    const { method = "", route = "" } = own[0]?.labels ?? {};
    return { method, route, requests: totalOf(own), p95Ms: shareMs(own, 0.95) };
  });
  const byOperation = Map.groupBy(samplesOf("hub_runs_total"), ({ labels }) => labels["operation"] ?? "");
  const runs = [...byOperation].map(([operation, own]) => ({
    operation,
    outcomes: sums(own, ({ labels }) => labels["outcome"] ?? ""),
  }));
  return {
    requests: Object.values(byStatus).reduce((sum, each) => sum + each, 0),
    byStatus,
    p50Ms: shareMs(buckets, 0.5),
    p95Ms: shareMs(buckets, 0.95),
    routes: routes.sort((one, other) => other.requests - one.requests).slice(0, MAX_ROUTES),
    runs: runs.sort((one, other) => countOf(other.outcomes) - countOf(one.outcomes)).slice(0, MAX_OPERATIONS),
    memoryBytes: samplesOf("process_resident_memory_bytes").reduce((sum, { value }) => sum + value, 0),
  };
}

function sums(samples: readonly Sample[], keyOf: (sample: Sample) => string): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const sample of samples) totals[keyOf(sample)] = (totals[keyOf(sample)] ?? 0) + sample.value;
  return totals;
}

function countOf(outcomes: Readonly<Record<string, number>>): number {
  return Object.values(outcomes).reduce((sum, each) => sum + each, 0);
}

function totalOf(buckets: readonly Sample[]): number {
  return buckets.filter(({ labels }) => labels["le"] === "+Inf").reduce((sum, { value }) => sum + value, 0);
}

/** The end of the bucket by which this share of all has been answered. */
function shareMs(buckets: readonly Sample[], share: number): number | null {
  const total = totalOf(buckets);
  const ends = sums(buckets, ({ labels }) => labels["le"] ?? "");
  const inOrder = Object.entries(ends).sort(([one], [other]) => endOf(one) - endOf(other));
  const [end] = inOrder.find(([, below]) => below >= share * total) ?? [];
  return total === 0 || end === undefined || end === "+Inf" ? null : Number(end) * 1000;
}

function endOf(le: string): number {
  return le === "+Inf" ? Infinity : Number(le);
}
