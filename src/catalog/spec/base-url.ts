/** Finds the address an operation is really called at: public, absolute, with every server variable filled in. */
import { isIP } from "node:net";
import { listOf, objectOf, textOf, writtenOf } from "../../text/foreign.ts";

export type BaseUrl = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: SkipReason };

/** Why an operation is no entry; counted in the statistics. */
export type SkipReason =
  | "no server address"
  | "server address with an open variable"
  | "local or private host"
  | "placeholder host"
  | "not http or https"
  | "broken description"
  | "broken operation"
  | "path behind a reference that leads nowhere"
  | "path that cannot be called"
  | "webhook, called by its provider"
  | "description without operations"
  | "only in an edition for own hosts";

/** Names reserved by RFC 2606 and RFC 6762, and the habitual private ones. */
const LOCAL_SUFFIX =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|test|invalid|private|external)$/;
const EXAMPLE =
  /(?:^|\.)(?:example|example\.(?:com|org|net)|domain\.(?:com|tld)|(?:company|mycompany|acme|yoursite|mysite)\.com)$/;
const PLACEHOLDER_LABEL =
  /^(?:none|undefined|null|host|hostname|your[-_]?\w*|my[-_]?(?:domain|host|company|server|instance|site|account|shop|store|tenant)|<.*|account[-_]?name|(?:sub)?domain|customer|company|tenant|org(?:anization)?[-_]?name|xxx+|foo|bar)$/;
/** Variable defaults that stand for "yours". */
const PLACEHOLDER_DEFAULT = /^(?:none|unknown|hostname|host|string|undefined|null|your.*|my[-_]?.*|<.*>|\{.*|)$/i;
/** Where descriptions are kept; a relative server address does not mean these. */
const CODE_HOST =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|swaggerhub\.com|apis\.guru|apimatic\.io|postman\.com|getpostman\.com|github\.io|readme\.io|stoplight\.io)$/;

/** A path, and no host that lacks its scheme: "/v1", "./v1", "api/v1", but not "api.example.com/v1". */
const RELATIVE = /^(?:\/|\.{1,2}(?:\/|$)|[\w~-]+(?:\/|$))/;

/** What decides which addresses are usable. */
export interface Whereabouts {
  /** Where the description came from. */
  readonly origin: string | undefined;
  /** `host:port` of private places that the operator allows. */
  readonly allow: Pick<ReadonlySet<string>, "has">;
}

/** For descriptions that come from nowhere in particular. */
export const ANYWHERE: Whereabouts = { origin: undefined, allow: new Set() };

/** Where an API says it is, whether or not it may be called there. */
export function statedBaseUrl(servers: unknown, origin: string | undefined): string | undefined {
  const usable = usableBaseUrl(servers, { ...ANYWHERE, origin });
  const stated = usable.ok ? usable : usableBaseUrl(servers, { origin, allow: { has: () => true } });
  return stated.ok ? stated.url : undefined;
}

/** The first usable https address, else the first usable one. */
export function usableBaseUrl(servers: unknown, from: Whereabouts): BaseUrl {
  const given = listOf(servers);
  const candidates = (given.length === 0 ? [{ url: "/" }] : given).map((server) => resolveServer(server, from));
  const usable = candidates.filter((candidate) => candidate.ok);
  return (
    usable.find(({ url }) => url.startsWith("https:")) ??
    usable[0] ??
    candidates[0] ?? { ok: false, reason: "no server address" }
  );
}

function resolveServer(server: unknown, from: Whereabouts): BaseUrl {
  const { url, variables } = objectOf(server);
  const defaults = objectOf(variables);
  let isPlaceholder = false;
  const filled = textOf(url).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const given = objectOf(defaults[name]).default;
    const value = given === undefined ? undefined : writtenOf(given);
    if (value === undefined) return whole;
    isPlaceholder ||= PLACEHOLDER_DEFAULT.test(value);
    return value;
  });
  if (isPlaceholder) return { ok: false, reason: "placeholder host" };
  if (/[{}]|%7B/i.test(filled)) return { ok: false, reason: "server address with an open variable" };
  return judge(filled, from);
}

function judge(address: string, { origin, allow }: Whereabouts): BaseUrl {
  let url: URL;
  try {
    url = new URL(address.startsWith("//") ? `https:${address}` : address);
  } catch {
    const base = documentBase(origin);
    if (base === undefined || !RELATIVE.test(address) || !URL.canParse(address, base.href)) {
      return { ok: false, reason: "no server address" };
    }
    url = new URL(address, base);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return { ok: false, reason: "not http or https" };
  const isAllowed = allow.has(`${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`);
  const fault = isAllowed ? undefined : hostFault(url.hostname);
  if (fault !== undefined) return { ok: false, reason: fault };
  url.username = url.password = url.hash = url.search = "";
  return { ok: true, url: url.href.replace(/(?<!\/)\/+$/, "") };
}

function hostFault(hostname: string): SkipReason | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0 || LOCAL_SUFFIX.test(host)) return "local or private host";
  if (!host.includes(".") || !/\.[a-z][a-z0-9-]*$/.test(host)) return "local or private host";
  if (EXAMPLE.test(host) || host.split(".").some((label) => PLACEHOLDER_LABEL.test(label))) return "placeholder host";
  return undefined;
}

/** A relative server address is relative to where the document is served, unless that is a store of documents. */
function documentBase(origin: string | undefined): URL | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  if (!url.protocol.startsWith("http")) return undefined;
  return CODE_HOST.test(url.hostname) ? undefined : url;
}
