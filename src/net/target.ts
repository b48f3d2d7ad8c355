/** Judging an address by its text alone, before any name is resolved. */
import { isIPv4 } from "node:net";
import { HubError } from "../runtime/errors.ts";

/** Where a request goes: the very URL that was judged, taken apart. */
export interface Target {
  readonly url: URL;
  /** As a resolver takes it: a name in lower case without its trailing dot, or an IP address without brackets. */
  readonly host: string;
  readonly isIp: boolean;
  readonly port: number;
  /** The operator named this host and port: it may be private. */
  readonly trusted: boolean;
}

export interface TargetRules {
  /** What the operator allows although it is private, as `host:port` in the spelling of `hostKey`. */
  readonly allow: ReadonlySet<string>;
  /** The hub itself, as `host` for every port or as `host:port`: never fetched, or a run could call itself. */
  readonly selfHosts: ReadonlySet<string>;
  /** Whether an address is one of this machine's own; of a trusted target, only where the hub itself listens. */
  readonly isSelf?: ((address: string, port: number, trusted: boolean) => boolean) | undefined;
  /** Whom a request is told the trace of that it is part of, as `host:port`: the operator's own, and nobody else. */
  readonly traceTo?: ReadonlySet<string>;
}

/** The rules as an operator's settings say them. */
export interface RuleSettings {
  /** `host:port` of what may be reached although private (`NET_ALLOW`). */
  readonly allow: Iterable<string>;
  /** The hub's own `host`, or `host:port`, as in its public URL. */
  readonly selfHosts: readonly string[];
  readonly isSelf?: TargetRules["isSelf"];
  /** `host:port` of what may be told the trace that a request is part of (`TRACE_TO`); left out, nobody. */
  readonly traceTo?: Iterable<string>;
}

export function rulesFor(settings: RuleSettings): TargetRules {
  return {
    traceTo: new Set([...(settings.traceTo ?? [])].map(hostKey)),
    allow: new Set([...settings.allow].map(hostKey)),
    selfHosts: new Set(settings.selfHosts.map((host) => host.toLowerCase())),
    isSelf: settings.isSelf,
  };
}

const MAX_URL_CHARS = 8192;
const DEFAULT_PORTS = { http: 80, https: 443 };
const PORTS = new Set([80, 443, 8000, 8080, 8443]);
const SCHEME = /^https?:\/\/[^/\\]/i;
// The parser would drop an empty user name without a word, so the text itself is asked.
const USER_INFO = /^(?:https?:)?[/\\]{2,}[^/\\?#]*@/i;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u0020\u007f-\u009f]/;
const NAME = /^(?=.{1,253}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/;

/** Top-level names that lead into private networks, whatever a resolver says of them. */
const PRIVATE_SUFFIXES =
  /\.(?:local|localhost|localdomain|lan|home|corp|internal|intranet|private|test|invalid|onion|alt|arpa|svc|default|consul)$/;
/** Names that clouds answer to their own machines under public top-level names. */
const METADATA_NAMES = new Set(["metadata.goog", "metadata.tencentyun.com"]);

/** The refusal of an address. It is the same whatever the reason, so that it tells nothing about private networks. */
export function notAllowed(): HubError {
  return new HubError(
    "url_not_allowed",
    "The address, or one it leads to, is not fetched: it must be http or https, without credentials, " +
      "on port 80, 443, 8000, 8080 or 8443 of a public host.",
  );
}

/**
 * Reads an address as it was sent.
 * @throws {HubError} `url_not_allowed`.
 */
export function parseUrl(text: string): URL {
  if (text.length > MAX_URL_CHARS || UNPRINTABLE.test(text) || !SCHEME.test(text) || USER_INFO.test(text)) {
    throw notAllowed();
  }
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") throw notAllowed();
  if (url.hash !== "") url.hash = "";
  return url;
}

/**
 * Reads the `Location` of an answer from `base`. Unlike callers, servers may leave blanks in it.
 * @throws {HubError} `url_not_allowed`.
 */
export function parseLocation(location: string, base: URL): URL {
  const text = location.trim().replaceAll(" ", "%20");
  if (UNPRINTABLE.test(text) || USER_INFO.test(text) || !URL.canParse(text, base.href)) throw notAllowed();
  return parseUrl(new URL(text, base.href).href);
}

/**
 * Judges the host and port of a parsed address.
 * @throws {HubError} `url_not_allowed`.
 */
export function judge(url: URL, rules: TargetRules, trust = false): Target {
  const hostname = withoutDot(url.hostname);
  if (hostname !== url.hostname) url.hostname = hostname;
  const port = url.port === "" ? DEFAULT_PORTS[url.protocol === "https:" ? "https" : "http"] : Number(url.port);
  const isIp = hostname.startsWith("[") || isIPv4(hostname);
  if (rules.selfHosts.has(hostname) || rules.selfHosts.has(`${hostname}:${port}`)) throw notAllowed();
  const trusted = trust || rules.allow.has(`${hostname}:${port}`);
  if (!trusted && !(PORTS.has(port) && (isIp || isPublicName(hostname)))) throw notAllowed();
  return { url, host: hostname.replace(/^\[(.*)\]$/, "$1"), isIp, port, trusted };
}

/**
 * `host:port` of a setting in the one spelling that URLs have: "LocalHost:80" and "0x7f.1:80" meet what they mean.
 * @throws {TypeError} when the setting is something else.
 */
export function hostKey(setting: string): string {
  const port = /:(\d{1,5})$/.exec(setting)?.[1];
  const text = `http://${setting.trim()}/`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (port === undefined || url === undefined || url.pathname !== "/" || USER_INFO.test(text)) {
    throw new TypeError(`Cannot allow "${setting}": it is not host:port`);
  }
  return `${withoutDot(url.hostname)}:${Number(port)}`;
}

/** "example.com." is the same name, spelled from the root of the DNS; servers and certificates know it without. */
function withoutDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** Whether a stranger may name it, by the name alone. */
export function isPublicName(hostname: string): boolean {
  return NAME.test(hostname) && !PRIVATE_SUFFIXES.test(hostname) && !METADATA_NAMES.has(hostname);
}
