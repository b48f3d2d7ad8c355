/** Counts and times requests by the path that serves them. Of a caller nothing is counted: no key, address or query. */
import { performance } from "node:perf_hooks";
import type { Counter, Histogram, Metrics } from "./series.ts";

export type RequestHandler = (request: Request) => Response | Promise<Response>;

/** Upper ends in seconds: a cached run, a search, a page from elsewhere, a run that waits for its payment. */
const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DURATION = "From a request's arrival to the start of its answer.";
const ANSWERED = "Requests that were answered.";

/** Wraps what serves a path, told as "/api/v1/genius/actors/:slug/run/". */
export type Measure = (handler: RequestHandler, method: string, path: string) => RequestHandler;

export function measureRequests(metrics: Metrics): Measure {
  let open = 0;
  metrics.gauge("hub_http_requests_open", "Requests that are being answered.", () => [[{}, open]]);
  return (handler, method, path) => {
    const route = { method, route: path };
    let seconds: Histogram | undefined;
    const counters: Counter[] = [];
    // A path that nobody asks for has no series: there are a hundred of them.
    const note = (startedAt: number, answer: Response | undefined): void => {
      open--;
      if (answer === undefined) return; // It became a socket.
      seconds ??= metrics.histogram("hub_http_request_duration_seconds", DURATION, SECONDS, route);
      seconds.observe((performance.now() - startedAt) / 1000);
      const hundreds = Math.trunc(answer.status / 100);
      (counters[hundreds] ??= metrics.counter("hub_http_requests_total", ANSWERED, {
        ...route,
        status: `${hundreds}xx`,
      })).add();
    };
    return (request) => {
      const startedAt = performance.now();
      open++;
      const answer = handler(request); // It answers errors itself.
      if (!(answer instanceof Promise)) return noted(answer, startedAt);
      return answer.then((response) => noted(response, startedAt));
    };

    function noted(answer: Response, startedAt: number): Response {
      note(startedAt, answer);
      return answer;
    }
  };
}
