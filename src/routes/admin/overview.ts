/** How the hub is and what it has earned, in one answer for its operator. */
import { xrpNumber } from "../../runtime/money.ts";
import type { Overview } from "../../metrics/overview.ts";
import type { Stall } from "../../metrics/stalls.ts";
import type { OpenTarget } from "../../proxy/breaker.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import type { Census, Count } from "../../store/census.ts";
import type { Mount } from "../http/mount.ts";
import { OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

export interface AdminOverviewDeps {
  /** Of this process, in milliseconds since the epoch. */
  readonly started: number;
  /** Of all processes behind this port. */
  readonly readOverview: () => Promise<Overview>;
  readonly readCensus: () => Promise<Census>;
  /** What this process sends nothing to. */
  readonly openBreakers: () => readonly OpenTarget[];
  /** When this process answered nobody. */
  readonly stalls: () => readonly Stall[];
}

export function adminOverview(deps: AdminOverviewDeps, { read }: OperatorHandlers, mount: Mount): void {
  mount(
    {
      id: "get_overview",
      method: "GET",
      path: `${OPERATOR_PATH}/overview/`,
      tag: "operator",
      access: "operator",
      summary:
        "Requests, runs, income, connections, and what is wrong. Breakers and stalls are those of the process that answers.",
      ok: { description: "All of it.", schema: answers.Overview },
    },
    read(async () => {
      const [overview, census] = await Promise.all([deps.readOverview(), deps.readCensus()]);
      const { requests, byStatus, p50Ms, p95Ms, routes, runs, memoryBytes } = overview;
      return {
        started_at: moment(deps.started),
        memory_bytes: memoryBytes,
        requests: {
          answered: requests,
          by_status: byStatus,
          p50_ms: p50Ms,
          p95_ms: p95Ms,
          paths: routes.map(({ method, route, requests: answered, p95Ms: own }) => ({
            method,
            path: route,
            answered,
            p95_ms: own,
          })),
        },
        runs,
        queued: counted(census.queued),
        income: census.income.map(({ network, purpose, payments, day, week, month, all }) => ({
          network,
          purpose,
          payments,
          day_xrp: xrpNumber(day),
          week_xrp: xrpNumber(week),
          month_xrp: xrpNumber(month),
          all_xrp: xrpNumber(all),
        })),
        connections: counted(census.connections),
        oauth_clients: counted(census.oauthClients),
        breakers: deps.openBreakers().map(({ target, until }) => ({ target, until: moment(until) })),
        stalls: deps.stalls().map(({ at, sentence }) => ({ at: moment(at), sentence })),
      };
    }),
  );
}

function counted(counts: readonly Count[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
