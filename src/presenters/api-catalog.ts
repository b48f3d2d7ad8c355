/** `/.well-known/api-catalog` (RFC 9727): where the hub's interfaces, their descriptions and their state are. */

export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function apiCatalog(hubUrl: string): object {
  const link = (path: string, type: string, title: string) => ({ href: hubUrl + path, type, title });
  return {
    linkset: [
      {
        anchor: `${hubUrl}/`,
        "service-desc": [link("/openapi.json", "application/json", "OpenAPI 3.1")],
        "service-doc": [
          link("/docs", "text/html", "Reference"),
          link("/llms.txt", "text/plain", "For language models"),
        ],
        "service-meta": [
          link("/.well-known/x402", "application/json", "What is sold, and to whom it is paid"),
          link("/skills/index.json", "application/json", "Skills"),
          link("/.well-known/jwks.json", "application/jwk-set+json", "Keys of receipts"),
        ],
        status: [link("/health", "application/json", "Whether the hub lives")],
      },
      {
        anchor: `${hubUrl}/mcp`,
        "service-desc": [link("/mcp/server-card", "application/mcp-server-card+json", "Server card")],
        "service-doc": [link("/docs", "text/html", "Reference")],
        status: [link("/ready", "application/json", "What the hub can serve")],
      },
    ],
  };
}
