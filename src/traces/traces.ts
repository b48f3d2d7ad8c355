/** Traces of a share of the requests: what each of them did, for how long, told to a collector. */
import type { RequestHandler } from "../metrics/requests.ts";
import { parseTraceparent } from "../runtime/http/trace-context.ts";
import { beginSpan, currentSpan, inSpan, type Span } from "../runtime/span.ts";
import type { Execute, Stage } from "../runtime/run/pipeline.ts";
import type { Exporter } from "./exporter.ts";
import type { Tracer } from "./tracer.ts";
import type { Outcome } from "../runtime/run/outcome.ts";

export interface Traces extends AsyncDisposable {
  /** Traces what a handler answers. As mounted: a path with what stands in its place is the caller's. */
  request(handler: RequestHandler, method: string, path: string): RequestHandler;
  /** `traced` is the way of runs that are traced. */
  execute(plain: Execute, traced: Execute): Execute;
  /** A stage that tells what passes through it. */
  stage(stage: Stage): Stage;
  /** Work that no request waits for, as a trace of its own. */
  begin<T>(name: string, work: () => T): T;
}

export function createTraces(tracer: Tracer, exporter: Pick<Exporter, typeof Symbol.asyncDispose>): Traces {
  return {
    request: (handler, method, path) => (request) => {
      const parent = parseTraceparent(request.headers.get("traceparent"));
      const verb = method === "any" ? request.method : method;
      const span = tracer.root(`${verb} ${path}`, "server", parent);
      if (span === undefined) return handler(request);
      span.note({ "http.request.method": verb, "http.route": path });
      return inSpan(span, () => {
        const answer = handler(request);
        return answer instanceof Promise ? answer.then((each) => noted(span, each)) : noted(span, answer);
      });
    },
    execute: (plain, traced) => (request) => (currentSpan() === undefined ? plain : traced)(request),
    stage: (stage) => {
      const name = `stage ${stage.name}`;
      return (run, next) => {
        const span = beginSpan(name, "internal", { "hub.operation": run.operation.slug });
        return inSpan(span, () => {
          const outcome = stage(run, next);
          return outcome instanceof Promise ? outcome.then((each) => told(span, each)) : told(span, outcome);
        });
      };
    },
    begin: (name, work) => inSpan(tracer.root(name, "internal", undefined), work),
    [Symbol.asyncDispose]: () => exporter[Symbol.asyncDispose](),
  };
}

/** Without an answer it became a socket. */
function noted(span: Span, answer: Response | undefined): Response {
  const { status, headers } = answer ?? { status: 101, headers: undefined };
  const id = headers?.get("x-request-id");
  span.note({ "http.response.status_code": status, ...(id && { "hub.request_id": id }) });
  if (status >= 500) span.fail(String(status));
  return answer as Response; // As it came.
}

function told(span: Span | undefined, outcome: Outcome): Outcome {
  if (!outcome.ok) span?.fail(outcome.error.code);
  else span?.note({ "hub.run_id": outcome.runId });
  return outcome;
}
