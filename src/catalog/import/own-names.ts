/**
 * What descriptions of one's own are called. Their names make their entries' slugs, so that two services behind one
 * gateway need two, and no description may take the name of somebody else's entries.
 */
import type { Database } from "../sqlite.ts";
import type { SourceDocument } from "./source.ts";
import { isVersionWord } from "./versions.ts";

/** Says which interface it is, and not of what. */
const GENERIC = /^(?:apis?|rest)$/i;

/** The service that a server's port and path tell: "billing" of "https://gateway.example/api/billing/v1", or "". */
export function serviceIn(baseUrl: string): string {
  const { port, pathname } = new URL(baseUrl);
  return [port, ...pathname.split("/")]
    .filter((word) => word !== "" && !isVersionWord(word) && !GENERIC.test(word))
    .join("-");
}

/** `old` is the schema of the last catalogue, if there is one. */
export function createNaming(
  database: Database,
  old: "old" | "main" | undefined,
  source: string,
): (document: SourceDocument) => SourceDocument {
  if (old === undefined) return (document) => document;
  const living = `SELECT DISTINCT e.base_url AS url FROM ${old}.documents d
                  JOIN ${old}.entries e ON e.document = d.id AND e.vanished_at IS NULL`;
  const knownBy = database.query<{ url: string }, [string, string]>(`${living} WHERE d.source = ? AND d.api = ?`);
  const othersOf = database.query<{ url: string }, [string, string]>(
    `${living} WHERE d.source <> ? AND d.provider = ?`,
  );

  return (document) => {
    const { place, service: _service, ...others } = document;
    if (place === undefined) return document;
    // What is served under a name keeps it: slugs are what agents have written down.
    const former = place.formerly.find((api) => knownBy.all(source, api).some(({ url }) => url === place.baseUrl));
    if (former !== undefined) return { ...others, place, provider: former };
    return isTaken(document.provider, place.baseUrl) ? { ...document, provider: place.host } : document;
  };

  /** Whether others bear the name, none of them where this one is. */
  function isTaken(provider: string, baseUrl: string): boolean {
    const { hostname } = new URL(baseUrl);
    if (isWithin(hostname, provider)) return false;
    const hosts = othersOf.all(source, provider).map(({ url }) => new URL(url).hostname);
    return hosts.length > 0 && !hosts.includes(hostname);
  }
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
