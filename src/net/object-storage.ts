/**
 * A folder in S3-compatible storage, by path: small objects are read and written whole, large ones come in pieces. Requests
 * are signed (Signature Version 4), and conditions keep two writers from overwriting each other
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html).
 */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { HubError, OperatorError } from "../runtime/errors.ts";
import type { CallAnswer, GuardedCall } from "./call.ts";
import type { Download, GuardedDownload } from "./download.ts";

export interface StoragePlace {
  /** Address of the folder, bucket and all, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  /** Left out, nothing is signed: whoever may read it may do so without. */
  readonly keys?: { readonly id: string; readonly secret: string };
}

export interface StorageDeps {
  readonly call: GuardedCall;
  readonly download: GuardedDownload;
  /** Milliseconds since the epoch: signatures tell their time. */
  readonly now: () => number;
}

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** As the storage writes it, with its quotes. */
  readonly etag: string;
}

export interface ObjectStorage {
  /** "same" where it still has the version that is known; `undefined` where there is none. */
  read(name: string, known: string | undefined, signal: AbortSignal): Promise<StoredObject | "same" | undefined>;
  /** `over` is the version that it may take the place of. @returns whether it was written */
  write(
    name: string,
    bytes: Uint8Array,
    over: "any" | "none" | { etag: string },
    signal: AbortSignal,
  ): Promise<boolean>;
  download(name: string, download: Omit<Download, "url">): Promise<{ readonly status: number }>;
}

const SMALL_BYTES = 1024 * 1024;
const READ_MS = 30_000;
const WRITE_MS = 30 * 60_000;
const SERVICE = "s3";

export function openObjectStorage(place: StoragePlace, { call, download, now }: StorageDeps): ObjectStorage {
  const addressOf = (name: string): string => `${place.url}/${name}`;
  return {
    async read(name, known, signal) {
      const headers = known === undefined ? {} : { "if-none-match": known };
      const answer = await ask("GET", name, headers, undefined, READ_MS, signal);
      if (answer.status === 304 && known !== undefined) return "same";
      if (answer.status === 404) return undefined;
      const etag = answer.headers.get("etag");
      if (answer.status !== 200 || etag === null || answer.truncated) throw refused(answer);
      return { bytes: Buffer.concat(answer.chunks), etag };
    },
    async write(name, bytes, over, signal) {
      const answer = await ask("PUT", name, conditionOf(over), bytes, WRITE_MS, signal);
      // 409: another writer was at it in the same moment.
      if (answer.status === 412 || answer.status === 409) return false;
      if (answer.status !== 200 && answer.status !== 201) throw refused(answer);
      return true;
    },
    async download(name, { headers = {}, ...rest }) {
      const url = addressOf(name);
      return download({ ...rest, url, headers: { ...headers, ...(await signature("GET", url, undefined)) } });
    },
  };

  async function ask(
    method: string,
    name: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<CallAnswer> {
    const url = addressOf(name);
    const signed = await signature(method, url, body);
    return call({
      method,
      url,
      headers: { ...headers, ...signed },
      ...(body !== undefined && { body }),
      timeoutMs,
      maxBytes: SMALL_BYTES,
      isFollowed: false,
      mayReuse: false,
      signal,
    });
  }

  async function signature(
    method: string,
    url: string,
    body: Uint8Array | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    if (place.keys === undefined) return {};
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { "x-amz-content-sha256": hash },
      accessKeyId: place.keys.id,
      secretAccessKey: place.keys.secret,
      service: SERVICE,
      region: place.region,
      datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    return Object.fromEntries((await signer.sign()).headers);
  }
}

function conditionOf(over: "any" | "none" | { readonly etag: string }): Readonly<Record<string, string>> {
  if (over === "any") return {};
  return over === "none" ? { "if-none-match": "*" } : { "if-match": over.etag };
}

/** What the storage says of it is told by its code only: that is a word of its own, such as AccessDenied. */
function refused({ status, chunks }: CallAnswer): Error {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.concat(chunks).toString("utf8"))?.[1];
  const said = code === undefined ? "" : ` (${code})`;
  if (status >= 500) return new HubError("upstream_failed", `The storage answered with status ${status}${said}.`);
  return new OperatorError(`The storage answered with status ${status}${said}`);
}
