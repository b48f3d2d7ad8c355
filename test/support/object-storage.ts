/** A small S3-shaped server: conditional reads and writes, ranges, signatures; and faults of a network on demand. */
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startHttp, type TestServer } from "./http-server.ts";

export interface StorageFaults {
  /** Breaks off each large answer after so many bytes. */
  cutAfter?: number;
  /** Answers ranges with all of it. */
  ignoresRanges?: boolean;
  /** Changes a byte of each large answer. */
  damages?: boolean;
  /** Answers everything with this status. */
  status?: number;
  /** Each large answer waits for it, after its first piece. */
  until?: Promise<void>;
}

export interface TestStorage extends TestServer {
  /** Address of the folder "hub" in the bucket "bucket". */
  readonly url: string;
  readonly keys: { readonly id: string; readonly secret: string };
  readonly objects: Map<string, Buffer>;
  /** "GET name" with the range that was asked for, in order. */
  readonly asked: string[];
  readonly faults: StorageFaults;
}

const KEYS = { id: "AKIATESTTESTTEST", secret: "a secret of the storage's own" };
const REGION = "us-east-1";
const LARGE = 4096;

export async function startStorage(): Promise<TestStorage> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const faults: StorageFaults = {};
  const server = await startHttp((request, response) => void answer(request, response));
  return { ...server, url: `${server.origin}/bucket/hub`, keys: KEYS, objects, asked, faults };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? "").replace("/bucket/hub/", "");
    const body = await bodyOf(request);
    asked.push([request.method, name, request.headers.range].filter((part) => part !== undefined).join(" "));
    if (faults.status !== undefined) return fail(response, faults.status, "SlowDown");
    if (!isSigned(request, body)) return fail(response, 403, "SignatureDoesNotMatch");
    const there = objects.get(name);
    if (request.method === "PUT") return put(name, body, there, request, response);
    if (there === undefined) return fail(response, 404, "NoSuchKey");
    if (request.headers["if-none-match"] === etagOf(there)) return void response.writeHead(304).end();
    await send(there, request.headers.range, response);
  }

  function put(
    name: string,
    body: Buffer,
    there: Buffer | undefined,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const isStale = headers["if-match"] !== undefined && (there === undefined || headers["if-match"] !== etagOf(there));
    if (isStale || (headers["if-none-match"] === "*" && there !== undefined))
      return fail(response, 412, "PreconditionFailed");
    objects.set(name, body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  async function send(whole: Buffer, range: string | undefined, response: ServerResponse): Promise<void> {
    const from = faults.ignoresRanges === true ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const bytes = Buffer.from(whole.subarray(from));
    if (faults.damages === true && whole.length > LARGE) bytes[bytes.length >> 1]! ^= 1;
    const headers = { etag: etagOf(whole), "content-length": bytes.length };
    if (from === 0) response.writeHead(200, headers);
    else response.writeHead(206, { ...headers, "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` });
    if (whole.length <= LARGE) return void response.end(bytes);
    const cut = faults.cutAfter;
    if (cut !== undefined && cut < bytes.length)
      return void response.write(bytes.subarray(0, cut), () => response.destroy());
    response.write(bytes.subarray(0, 1024));
    await faults.until;
    response.end(bytes.subarray(1024));
  }
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Worked out from AWS's description of Signature Version 4, not with the library that signs. */
function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer): boolean {
  const written = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? "",
  );
  if (written === null) return false;
  const [, id, day = "", region = "", signed = "", signature] = written;
  const hash = createHash("sha256").update(body).digest("hex");
  if (id !== KEYS.id || region !== REGION || headers["x-amz-content-sha256"] !== hash) return false;
  const [path = "", query = ""] = url.split("?");
  const lines = signed.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, lines.join(""), signed, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, createHash("sha256").update(canonical).digest("hex")];
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${KEYS.secret}`,
  );
  return createHmac("sha256", key).update(text.join("\n")).digest("hex") === signature;
}
