/**
 * The plain fetch of servers that the operator has named, told as a span. No guard stands between, and none of them is
 * told the trace.
 */
import { beginSpan, inSpan } from "../runtime/span.ts";

export type OwnFetch = (url: string, init: RequestInit) => Promise<Response>;

/** `name` says what is asked, for example "language model". */
export function ownFetch(name: string, fetch: OwnFetch): OwnFetch {
  return (url, init) => {
    const span = beginSpan(name, "client");
    if (span === undefined) return fetch(url, init);
    return inSpan(span, async () => {
      const { hostname, port } = new URL(url);
      span.note({ "server.address": hostname, ...(port !== "" && { "server.port": Number(port) }) });
      const response = await fetch(url, init);
      span.note({ "http.response.status_code": response.status });
      return response;
    });
  };
}
