/** One line of the log for each request: what was asked, how it was answered and how long that took; never by whom. */
import { performance } from "node:perf_hooks";
import { currentSpan } from "../runtime/span.ts";
import { parseTraceparent } from "../runtime/http/trace-context.ts";
import type { Measure } from "./requests.ts";

/** Takes a line's facts. */
export type WriteLine = (facts: Readonly<Record<string, string>>) => void;

/** The path is told as it is mounted: what stands in its place, or behind a question mark, is the caller's. */
export function logRequests(write: WriteLine): Measure {
  return (handler, method, route) => async (request) => {
    const startedAt = performance.now();
    const response = await handler(request);
    const traceId = currentSpan()?.traceId ?? parseTraceparent(request.headers.get("traceparent"))?.traceId;
    const { status, headers } = response ?? { status: 101, headers: undefined }; // Without an answer it became a socket.
    write({
      method: method === "any" ? request.method : method,
      route,
      status: String(status),
      ms: (performance.now() - startedAt).toFixed(1),
      request_id: headers?.get("x-request-id") ?? "",
      ...(traceId !== undefined && { trace_id: traceId }),
    });
    return response;
  };
}
