/** What form of an answer a request asks for, by its Accept headers (RFC 9110, sections 12.5.1 and 12.5.3). */

/** Browsers ask for a page by name; everybody else gets what programs read. */
export function prefersPage({ headers }: Request): boolean {
  const accepted = headers.get("accept")?.toLowerCase() ?? "";
  if (!accepted.includes("text/")) return false; // As most who are refused, which has to be quick.
  const page = weightOf(accepted, "text/html");
  const json = weightOf(accepted, "application/json");
  if (page !== json) return page > json;
  // Of what is equally welcome the first named is meant; a wildcard names neither.
  const at = accepted.indexOf("text/html");
  const jsonAt = accepted.indexOf("application/json");
  return page > 0 && at !== -1 && (jsonAt === -1 || at < jsonAt);
}

/** Those of the types that are welcome. Who says nothing takes any. */
export function welcome({ headers }: Request, types: readonly string[]): readonly string[] {
  const accepted = headers.get("accept")?.toLowerCase();
  return accepted === undefined ? types : types.filter((type) => weightOf(accepted, type) > 0);
}

/** Whoever does not name it may not know it. */
export function takesGzip({ headers }: Request): boolean {
  const accepted = headers.get("accept-encoding")?.toLowerCase();
  return accepted !== undefined && weightOf(accepted, "gzip") > 0;
}

/** From 0 to 1: of the range that names the type most exactly. */
function weightOf(accepted: string, type: string): number {
  const ranges = new Map(
    accepted.split(",").map((part) => {
      const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const quality = parameters.find((one) => one.startsWith("q="));
      return [range, quality === undefined ? 1 : Number(quality.slice(2)) || 0] as const;
    }),
  );
  return ranges.get(type) ?? ranges.get(`${type.split("/")[0]}/*`) ?? ranges.get("*/*") ?? 0;
}
