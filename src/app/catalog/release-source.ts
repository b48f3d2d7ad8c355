/**
 * Where this hub's catalogue comes from, as the settings say: S3-compatible storage, or another hub. Both addresses are the
 * operator's own and may be private; whatever else they lead to is judged as any stranger's.
 */
import { createCall } from "../../net/call.ts";
import { createDownload, type GuardedDownload } from "../../net/download.ts";
import { openObjectStorage, type ObjectStorage } from "../../net/object-storage.ts";
import { createPool } from "../../net/pool.ts";
import { readPointer, type Release } from "../../catalog/releases/release.ts";
import type { ReleaseSource, ReleaseStore } from "../../catalog/releases/source.ts";
import { SHAPE_VERSION } from "../../catalog/tables.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import type { WritePiece } from "../../text/bytes.ts";
import type { Config } from "../settings/config.ts";
import { guardOf } from "../actors/registry.ts";

/** Below the address of a hub. */
const RELEASE_PATH = "/api/v1/catalog/release/";

const SILENT_MS = 30_000;
const TOTAL_MS = 60 * 60_000;
const POINTER_BYTES = 64 * 1024;
const POINTER_MS = 30_000;

type Settings = Pick<
  Config,
  | "HOST"
  | "PORT"
  | "HUB_PUBLIC_URL"
  | "NET_ALLOW"
  | "TRACE_TO"
  | "CATALOG_STORAGE_URL"
  | "CATALOG_STORAGE_REGION"
  | "CATALOG_STORAGE_KEY_ID"
  | "CATALOG_STORAGE_SECRET"
  | "CATALOG_HUB_URL"
  | "CATALOG_HUB_TOKEN"
>;

/** `undefined` where the catalogue is this machine's own. */
export function releaseSourceOf(config: Settings, clock: Clock): ReleaseSource | undefined {
  return releaseStoreOf(config, clock) ?? hubSourceOf(config, clock);
}

/** `undefined` where no storage is named. */
export function releaseStoreOf(config: Settings, clock: Clock): ReleaseStore | undefined {
  const { CATALOG_STORAGE_URL: url, CATALOG_STORAGE_KEY_ID: id, CATALOG_STORAGE_SECRET: secret } = config;
  if (url === undefined) return undefined;
  const place = { url, region: config.CATALOG_STORAGE_REGION, ...(id && secret && { keys: { id, secret } }) };
  return storageSource(openObjectStorage(place, { ...guardedBy(config, url, clock), now: clock.now }));
}

function storageSource(storage: ObjectStorage): ReleaseStore {
  const pointerName = `shape-${SHAPE_VERSION}.json`;
  const nameOf = ({ digest }: Release): string => `${digest}.sqlite.zst`;
  return {
    kind: "storage",
    async pointer(known, signal) {
      const found = await storage.read(pointerName, known, signal);
      if (found === undefined || found === "same") return found;
      return { pointer: readPointer(new TextDecoder().decode(found.bytes)), etag: found.etag };
    },
    download: (release, from, open, signal) =>
      downloadBy((request) => storage.download(nameOf(release), request), { release, from, open, signal }),
    async upload(release, bytes, signal) {
      await storage.write(nameOf(release), bytes, "any", signal);
    },
    point: (pointer, over, signal) =>
      storage.write(
        pointerName,
        new TextEncoder().encode(JSON.stringify(pointer)),
        over === undefined ? "none" : { etag: over },
        signal,
      ),
  };
}

function hubSourceOf(config: Settings, clock: Clock): ReleaseSource | undefined {
  const { CATALOG_HUB_URL: url, CATALOG_HUB_TOKEN: token } = config;
  if (url === undefined) return undefined;
  const { call, download } = guardedBy(config, url, clock);
  const authorization = { authorization: `Bearer ${token ?? ""}` };
  return {
    kind: "hub",
    async pointer(known, signal) {
      const answer = await call({
        method: "GET",
        url: `${url}${RELEASE_PATH}`,
        headers: { ...authorization, accept: "application/json", ...(known && { "if-none-match": known }) },
        timeoutMs: POINTER_MS,
        maxBytes: POINTER_BYTES,
        isFollowed: false,
        mayReuse: false,
        signal,
      });
      if (answer.status === 304 && known !== undefined) return "same";
      const etag = answer.headers.get("etag");
      if (answer.status === 404)
        throw new OperatorError("The other hub gives its catalogue to nobody with this token (CATALOG_HUB_TOKEN)");
      if (answer.status !== 200 || etag === null) throw refused(answer.status);
      return { pointer: readPointer(Buffer.concat(answer.chunks).toString("utf8")), etag };
    },
    download: (release, from, open, signal) =>
      downloadBy(
        ({ headers, ...request }) =>
          download({
            ...request,
            url: `${url}${RELEASE_PATH}${release.digest}/`,
            headers: { ...headers, ...authorization },
          }),
        { release, from, open, signal },
      ),
  };
}

interface Part {
  readonly release: Release;
  readonly from: number;
  readonly open: (from: number) => Promise<WritePiece>;
  readonly signal: AbortSignal;
}

type Ask = (request: Omit<Parameters<GuardedDownload>[0], "url">) => Promise<{ readonly status: number }>;

/** From the middle where the other side can: it says in `Content-Range` where it begins (RFC 9110, section 14.4). */
async function downloadBy(ask: Ask, { release, from, open, signal }: Part): Promise<void> {
  const { status } = await ask({
    headers: from === 0 ? {} : { range: `bytes=${from}-` },
    maxBytes: release.sent_bytes,
    silentMs: SILENT_MS,
    totalMs: TOTAL_MS,
    signal,
    async open({ status: answered, headers }) {
      if (answered === 200) return open(0);
      const begins = /^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1];
      return answered === 206 && Number(begins) === from ? open(from) : undefined;
    },
  });
  if (status !== 200 && status !== 206) throw refused(status);
}

function refused(status: number): HubError {
  return new HubError("upstream_failed", `The catalogue's source answered with status ${status}.`);
}

/** The place that the operator named may be private, and is reached by this alone. */
function guardedBy(config: Settings, url: string, clock: Clock) {
  const { host, port, protocol } = new URL(url);
  const place = port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
  const guard = { ...guardOf(config, clock), allow: [...config.NET_ALLOW, place] };
  return { call: createCall({ ...guard, pool: createPool() }), download: createDownload(guard) };
}
