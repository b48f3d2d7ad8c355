/** Writes deploy/dashboard.json, a dashboard for Grafana, from the table below: `npx bun scripts/dashboard.ts`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const DASHBOARD = new URL("../deploy/dashboard.json", import.meta.url);

interface Panel {
  readonly title: string;
  /** Of Grafana. */
  readonly unit: "short" | "s" | "bytes" | "percentunit" | "reqps" | "cores";
  /** Each with what its lines are called. */
  readonly queries: readonly (readonly [expr: string, legend: string])[];
}

const QUANTILE = (share: number): string =>
  `histogram_quantile(${share}, sum by (le) (rate(hub_http_request_duration_seconds_bucket[5m])))`;

/** The first rows are what an operator looks at first. */
export const PANELS: readonly Panel[] = [
  {
    title: "Requests by status",
    unit: "reqps",
    queries: [["sum by (status) (rate(hub_http_requests_total[5m]))", "{{status}}"]],
  },
  {
    title: "Share of 5xx",
    unit: "percentunit",
    queries: [
      [
        'sum(rate(hub_http_requests_total{status="5xx"}[5m])) / sum(rate(hub_http_requests_total[5m]))',
        "answered with 5xx",
      ],
    ],
  },
  {
    title: "How long requests take",
    unit: "s",
    queries: [
      [QUANTILE(0.5), "p50"],
      [QUANTILE(0.99), "p99"],
    ],
  },
  {
    title: "How late timers are",
    unit: "s",
    queries: [['max by (instance, worker) (hub_event_loop_delay_seconds{share="0.99"})', "{{instance}} {{worker}}"]],
  },
  {
    title: "Runs by how they ended",
    unit: "reqps",
    queries: [["sum by (outcome) (rate(hub_runs_total[5m]))", "{{outcome}}"]],
  },
  {
    title: "Runs that are done later",
    unit: "short",
    queries: [
      ["max(hub_runs_waiting)", "waiting"],
      ["max(hub_runs_working)", "being done"],
    ],
  },
  { title: "The first has waited", unit: "s", queries: [["max(hub_runs_oldest_seconds)", "oldest"]] },
  {
    title: "Ledgers still to be read",
    unit: "short",
    queries: [
      ["max by (network) (hub_ledger_behind)", "{{network}}"],
      ["max by (network) (hub_ledger_gaps)", "{{network}}, gaps"],
    ],
  },
  {
    title: "Balances against the journal",
    unit: "short",
    queries: [
      ["max(hub_balances_differ)", "figures that differ"],
      ["(time() - max(hub_balances_verified_timestamp_seconds)) / 3600", "hours since it was verified"],
    ],
  },
  {
    title: "The newest backup that was checked",
    unit: "short",
    queries: [["(time() - max(hub_backup_checked_timestamp_seconds)) / 3600", "hours old"]],
  },
  {
    title: "Memory",
    unit: "bytes",
    queries: [["process_resident_memory_bytes", "{{instance}} {{worker}}"]],
  },
  {
    title: "Processor time",
    unit: "cores",
    queries: [["rate(process_cpu_seconds[5m])", "{{instance}} {{worker}}"]],
  },
  {
    title: "Who leads, and which catalogue is served",
    unit: "short",
    queries: [
      ["sum by (instance) (hub_leader)", "{{instance}} leads"],
      ["count by (version) (hub_catalog_info)", "{{version}}"],
      ["max by (instance) (hub_catalog_behind)", "{{instance}} is behind"],
    ],
  },
  {
    title: "What processes share through Redis",
    unit: "reqps",
    queries: [
      ["sum by (layer) (rate(hub_cached_answers_total[5m]))", "cached, found in: {{layer}}"],
      ["sum by (role) (rate(hub_shared_flights_total[5m]))", "not cached: {{role}}"],
    ],
  },
  {
    title: "What needs a look",
    unit: "short",
    queries: [
      ["sum by (cause) (increase(hub_actor_deaths_total[1h]))", "actors died: {{cause}}"],
      ["sum(hub_breakers_open)", "upstreams left alone"],
      ["count(hub_redis_up == 0)", "processes that do without Redis"],
      ['sum(hub_actors{state="refused"})', "actors refused"],
      ["1 - min(hub_disk_free_ratio)", "disk used"],
    ],
  },
];

const WIDTH = 12;
const HEIGHT = 8;

export function writeDashboard(panels: readonly Panel[]): string {
  const dashboard = {
    uid: "agent-api-hub",
    title: "Agent API Hub",
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "source", label: "Source", type: "datasource", query: "prometheus" }],
    },
    panels: panels.map(({ title, unit, queries }, at) => ({
      id: at + 1,
      title,
      type: "timeseries",
      datasource: { type: "prometheus", uid: "${source}" },
      gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], number) => ({
        refId: String.fromCodePoint(65 + number),
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DASHBOARD, writeDashboard(PANELS));
