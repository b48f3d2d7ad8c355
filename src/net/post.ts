/** A request of which only the head of the answer counts: how a webhook is told. */
import { readLimited } from "./body.ts";
import { openAlone } from "./connect.ts";
import type { FetchSettings } from "./fetch.ts";
import { followRedirects } from "./follow-redirects.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import { retryAfterMs } from "../runtime/http/retry-after.ts";
import { rulesFor } from "./target.ts";
import { withDeadline } from "../runtime/async/with-deadline.ts";

export interface OutgoingPost {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** For how long the receiver asks to be left alone. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Follows no redirect. Any status is an answer, whatever becomes of its body.
 * @throws {HubError} as `GuardedFetch` does, as long as there is no head; the signal's reason when it aborts.
 */
export type GuardedPost = (url: string, request: OutgoingPost) => Promise<PostAnswer>;

const LIMITS = { dnsMs: 5_000, connectMs: 5_000, firstByteMs: 10_000, maxRedirects: 0 };
/** So much of a body is taken, and for so long: a receiver that is cut off while it writes may undo what it has done. */
const BODY_BYTES = 64 * 1024;
const BODY_MS = 1_000;

export function createPost(settings: Omit<FetchSettings, "limits">): GuardedPost {
  const { resolve, hasDns, userAgent = "agent-api-hub (self-hosted)", connect } = settings;
  const rules = rulesFor(settings);
  const open = openAlone(connect);

  return async (url, { method, headers, body, signal }) => {
    let answer: PostAnswer | undefined;
    try {
      return await followRedirects(
        url,
        { method, headers: requestHeaders(headers, userAgent), body },
        {
          resolve,
          hasDns,
          rules,
          open,
          limits: LIMITS,
          route: (each) => ({ url: each, trusted: false, known: false }),
          mayFollow: () => false,
          async arrive(head) {
            answer = { status: head.statusCode, retryAfterMs: retryAfterMs(answerHeaders(head.rawHeaders)) };
            await withDeadline(
              BODY_MS,
              () => new Error("The rest is not read."),
              signal,
              () => readLimited(head, BODY_BYTES),
            ).catch(() => undefined);
            return answer;
          },
        },
        signal,
      );
    } catch (error) {
      if (answer === undefined) throw error;
      return answer;
    }
  };
}
