/** Tells somebody's server of something, signed as Standard Webhooks are (https://www.standardwebhooks.com). */

/** One request that follows no redirect. */
export type Post = (
  url: string,
  request: {
    readonly method: "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
) => Promise<WebhookAnswer>;

export interface WebhookAnswer {
  readonly status: number;
  /** For how long the receiver asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export interface WebhookMessage {
  /** The same whenever it is told again. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** One of the signatures of the standard: "v1,…" or "v1a,…". */
  readonly sign: (content: string) => string;
}

const PATIENCE_MS = 10_000;

/** What it answers; `undefined` where there is nothing. */
export async function tellWebhook(
  post: Post,
  url: string,
  message: WebhookMessage,
): Promise<WebhookAnswer | undefined> {
  const { id, body, now, sign } = message;
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": sign(`${id}.${timestamp}.${body}`),
  };
  try {
    return await post(url, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return undefined; // It is told again.
  }
}

export function isTaken(answer: WebhookAnswer | undefined): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}
