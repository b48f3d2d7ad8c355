/**
 * The address that was asked for. Of a request that names no host, as HTTP/1.0 may (RFC 1945, section 5.1.2), the server
 * tells no more than path and query.
 */
export function requestUrl({ url }: Pick<Request, "url">): URL {
  return new URL(url.startsWith("/") ? `http://localhost${url}` : url);
}
