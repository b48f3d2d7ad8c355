/** Counts and times requests by the path that serves them. Of a caller nothing is counted: no key, address or query. */
import { performance } from "node:perf_hooks";
import type { Metrics } from "./series.ts";

export type RequestHandler = (request: Request) => Response | Promise<Response>;

/** Upper ends in seconds: a cached run, a search, a page from elsewhere, a run that waits for its payment. */
const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** Wraps what serves a path, told as "/api/v1/genius/actors/:slug/run/". */
export type Measure = (handler: RequestHandler, method: string, path: string) => RequestHandler;

export function measureRequests(metrics: Metrics): Measure {
  let open = 0;
  metrics.gauge("hub_http_requests_open", "Requests that are being answered.", () => [[{}, open]]);
  return (handler, method, path) => {
    const route = { method, route: path };
    const seconds = metrics.histogram(
      "hub_http_request_duration_seconds",
      "From a request's arrival to the start of its answer.",
      SECONDS,
      route,
    );
    const counters = CLASSES.map((status) =>
      metrics.counter("hub_http_requests_total", "Requests that were answered.", { ...route, status }),
    );
    const note = (startedAt: number, answer: Response | undefined): void => {
      open--;
      if (answer === undefined) return; // It became a socket.
      seconds.observe((performance.now() - startedAt) / 1000);
      counters[Math.trunc(answer.status / 100) - 1]?.add();
    };
    return (request) => {
      const startedAt = performance.now();
      open++;
      const answer = handler(request); // It answers errors itself.
      if (answer instanceof Promise) return noted(answer, startedAt);
      note(startedAt, answer);
      return answer;
    };

    async function noted(answer: Promise<Response>, startedAt: number): Promise<Response> {
      const response = await answer;
      note(startedAt, response);
      return response;
    }
  };
}
