/** `bun run catalog refresh`: reads what the directory has that is newer, and says what came of it. */
import { directoryFolder } from "../../catalog/import/directory.ts";
import type { FetchNewer } from "../../catalog/refresh/fetch-newer.ts";
import { refreshCatalog, type RefreshOptions, type RefreshReport } from "../../catalog/refresh/refresh.ts";
import { expectOk, readText } from "../../net/read.ts";
import type { GuardedFetch } from "../../net/fetch.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";

export const APIS_GURU_LIST = "https://api.apis.guru/v2/list.json";
/** Some are left as they were. */
export const EXIT_PARTLY = 3;

const MAX_VALIDATOR = 500;

/** By https, where the operator has not allowed the host: a description says where credentials go. */
export function fetchNewerBy(fetch: GuardedFetch, allow: ReadonlySet<string>): FetchNewer {
  const assertSafe = (url: string): void => {
    const { protocol, host } = new URL(url);
    if (protocol !== "https:" && !allow.has(host)) throw new HubError("url_not_allowed", "its address is not https");
  };
  return async (url, { etag, modified }, signal = new AbortController().signal) => {
    assertSafe(url);
    const headers = {
      accept: "application/json",
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(modified !== undefined && { "if-modified-since": modified }),
    };
    const answer = await fetch(url, { signal, headers });
    assertSafe(answer.url);
    const isConditional = etag !== undefined || modified !== undefined;
    if (answer.status === 304 && isConditional) return { kind: "same" };
    const { headers: told, bytes, status } = expectOk(answer);
    if (status !== 200) throw new HubError("upstream_failed", `The upstream service answered with status ${status}.`);
    return { kind: "new", text: readText(answer), bytes: bytes.byteLength, validators: validatorsOf(told) };
  };
}

function validatorsOf(headers: Headers): { etag?: string; modified?: string } {
  const short = (name: string): string | undefined => {
    const value = headers.get(name) ?? undefined;
    return value === undefined || value.length > MAX_VALIDATOR ? undefined : value;
  };
  const [etag, modified] = [short("etag"), short("last-modified")];
  return { ...(etag !== undefined && { etag }), ...(modified !== undefined && { modified }) };
}

export async function refresh(options: Omit<RefreshOptions, "packageFolder">): Promise<RefreshReport> {
  return refreshCatalog({ ...options, packageFolder: folderOfPackage() });
}

function folderOfPackage(): string | undefined {
  try {
    return directoryFolder();
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

export function isWhole({ faults, left, held }: RefreshReport): boolean {
  return faults.length === 0 && left === 0 && held.length === 0;
}

const MAX_LINES = 20;

/** In plain sentences, the most important last. */
export function refreshSummary(report: RefreshReport, ms: number): string {
  const { listed, changed, added, gone, faults, left, held, moved, build } = report;
  return [
    ...firstOf(faults, ({ name, reason }) => `  left as it was: ${name}: ${reason}`),
    ...firstOf(moved, ({ api, from, to }) => `  moved: ${api}: ${from.join(", ") || "…"} → ${to.join(", ")}`),
    ...firstOf(
      held,
      ({ provider, before, after, apis }) =>
        `  waits: ${provider} would have ${after} operations instead of ${before} (${apis.length} descriptions)`,
    ),
    ...(moved.length > 0 ? ["No connection moves with them: each keeps the hosts it was made for."] : []),
    ...(held.length > 0 ? ["What waits is taken with --accept-loss."] : []),
    ...(left > 0 ? [`${left} descriptions were not asked for; run it again and it goes on.`] : []),
    `${listed} APIs in the list: ${changed} newer, ${added} new, ${gone} gone, ${faults.length} could not be read.`,
    build === undefined ? "The catalogue is as it was." : `${build.entries} entries in ${(ms / 1000).toFixed(1)} s.`,
  ].join("\n");
}

function firstOf<T>(all: readonly T[], line: (one: T) => string): string[] {
  const rest = all.length > MAX_LINES ? [`  … and ${all.length - MAX_LINES} more`] : [];
  return [...all.slice(0, MAX_LINES).map(line), ...rest];
}
