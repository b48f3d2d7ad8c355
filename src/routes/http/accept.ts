/** What form of an answer a request asks for. */

/** Browsers ask for a page by name; everybody else gets what programs read. */
export function prefersPage({ headers }: Request): boolean {
  const accepted = headers.get("accept") ?? "";
  const page = accepted.indexOf("text/html");
  const json = accepted.indexOf("application/json");
  return page !== -1 && (json === -1 || page < json);
}
