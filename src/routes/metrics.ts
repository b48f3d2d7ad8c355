/** `/metrics`: what a monitoring system reads. For whoever has the token; without one, for whoever asks on this machine. */
import { HubError } from "../runtime/errors.ts";
import { type CallerDeps, callerOf } from "./http/caller.ts";
import type { Mount } from "./http/mount.ts";
import { showsToken } from "./http/operator-token.ts";

export interface MetricsRoutesDeps extends CallerDeps {
  /** Of all processes behind this port. */
  readonly readMetrics: () => Promise<string>;
  readonly metricsToken: string | undefined;
}

const TEXT = "text/plain; version=0.0.4; charset=utf-8";
/** Addresses of this machine, as callers count. */
const LOOPBACK = /^(?:127\.|::1$|::\/64$)/;
/** Headers of a proxy: behind one on this machine every stranger has a loopback address. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip"];

export function metricsRoutes({ readMetrics, metricsToken, ...deps }: MetricsRoutesDeps, mount: Mount): void {
  mount(
    {
      id: "get_metrics",
      method: "GET",
      path: "/metrics",
      tag: "operator",
      summary: "Counters of the hub in the text format of Prometheus.",
      ok: { description: "The counters.", type: "text/plain" },
      access: "operator",
    },
    async ({ request, set }) => {
      // To strangers it is a path like any other that is not served.
      if (!isOperator(request)) throw new HubError("not_found", "Nothing is served at this path.");
      set.headers["content-type"] = TEXT;
      set.headers["cache-control"] = "no-store";
      return readMetrics();
    },
  );

  function isOperator(request: Request): boolean {
    if (metricsToken !== undefined) return showsToken(request, metricsToken);
    return LOOPBACK.test(callerOf(request, deps).address()) && !FORWARDED.some((name) => request.headers.has(name));
  }
}
