/** One request to a seller. No redirect is ever followed: a paid request goes where its payer sent it, or nowhere. */
import type { PlatformFetch } from "../xrpl/rpc.ts";

export interface PaidRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

export interface SellerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface PayerLimits {
  readonly fetch: PlatformFetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The seller gave no whole answer: it may or may not have understood the request. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

const MAX_BYTES = 64 * 1024 * 1024;

/** @throws {NoAnswer} */
export async function exchange(
  { url, method, headers, body }: PaidRequest,
  { fetch, timeoutMs, signal }: PayerLimits,
  proof?: string,
): Promise<SellerAnswer> {
  const sent = new Headers(headers.map(([name, value]) => [name, value]));
  if (proof !== undefined) sent.set("payment-signature", proof);
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, bytes: await readBounded(response) };
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause;
    throw new NoAnswer(`${new URL(url).host} cannot be reached, or breaks off`, { cause });
  }
}

export function textOf({ bytes }: SellerAnswer): string {
  return new TextDecoder().decode(bytes);
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new NoAnswer(`The answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
