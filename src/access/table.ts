/** Finds the row that speaks for a host: an operator's before a shipped one, an exact name before a longer suffix. */
import type * as Suffixes from "tldts";
import type { Authority } from "../runtime/access.ts";
import { OperatorError } from "../runtime/errors.ts";
import { lazyPackage } from "../runtime/lazy-package.ts";
import { AUTHORITIES } from "./authorities.ts";
import type { AccessRow } from "./row.ts";
import { ROWS } from "./rows.ts";

const suffixes = lazyPackage<typeof Suffixes>("tldts");

export interface AccessTable {
  /** `host` in lower case, with a port where it is not the usual one. */
  find(host: string): AccessRow | undefined;
  authority(row: AccessRow): Authority | undefined;
}

/** Below these names clouds lend hosts to their customers: the cloud's row does not speak for them. */
const LENT = /\.(?:execute-api|elb|elasticbeanstalk|compute(?:-1)?|cloudfront|lambda-url|s3-website[\w-]*)\./;

/**
 * @throws {OperatorError} when a row of the operator's names a suffix under which strangers have hosts, or an authority
 * that nobody knows.
 */
export function createAccessTable(own: readonly AccessRow[] = [], shipped: readonly AccessRow[] = ROWS): AccessTable {
  const authorities = new Map(AUTHORITIES.map((one) => [one.id, one]));
  for (const row of own) judge(row, authorities);
  const layers = [indexOf(own), indexOf(shipped)];
  const known = new Map<string, AccessRow | null>();

  return {
    find(host) {
      const found = known.get(host);
      if (found !== undefined) return found ?? undefined;
      const row = layers.map((layer) => rowFor(layer, host)).find((one) => one !== undefined);
      if (known.size < MAX_KNOWN) known.set(host, row ?? null);
      return row;
    },
    authority: ({ authority }) => (typeof authority === "string" ? authorities.get(authority) : authority),
  };
}

const MAX_KNOWN = 10_000;

function indexOf(rows: readonly AccessRow[]): ReadonlyMap<string, AccessRow> {
  return new Map(rows.flatMap((row) => row.hosts.map((host) => [host, row] as const)));
}

function rowFor(rows: ReadonlyMap<string, AccessRow>, host: string): AccessRow | undefined {
  const exact = rows.get(host);
  if (exact !== undefined || LENT.test(host)) return exact;
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
    const row = rows.get(`*${host.slice(dot)}`);
    if (row !== undefined) return row;
  }
  return undefined;
}

function judge({ hosts, authority }: AccessRow, authorities: ReadonlyMap<string, Authority>): void {
  for (const host of hosts) {
    const suffix = host.startsWith("*.") ? host.slice(2) : undefined;
    if (suffix !== undefined && suffixes().getPublicSuffix(suffix, { allowPrivateDomains: true }) === suffix)
      throw new OperatorError(`Cannot use the access row of "${host}": anybody can have a host below it`);
  }
  if (typeof authority === "string" && !authorities.has(authority))
    throw new OperatorError(`Cannot use the access row of "${hosts[0]}": there is no authority "${authority}"`);
}

/** Whether a host is one of these patterns. */
export function matchesHost(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) =>
    pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) && !LENT.test(host) : pattern === host,
  );
}
