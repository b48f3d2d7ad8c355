/** One large answer, handed on piece by piece as it comes: never more of it in memory than a piece. */
import type { IncomingMessage } from "node:http";
import { HubError } from "../runtime/errors.ts";
import { contentCodings } from "./body.ts";
import { brokenOff, dialDirectly, dialled } from "./exchange.ts";
import type { FetchSettings } from "./fetch.ts";
import { followRedirects } from "./follow-redirects.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import { rulesFor } from "./target.ts";
import { withDeadline } from "../runtime/with-deadline.ts";

export interface DownloadHead {
  readonly status: number;
  readonly headers: Headers;
}

/** Takes one piece; the next is read when it is done. */
export type WritePiece = (piece: Uint8Array) => Promise<void>;

export interface Download {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the whole answer. */
  readonly maxBytes: number;
  /** How long it may send nothing. */
  readonly silentMs: number;
  /** For all of it. */
  readonly totalMs: number;
  readonly signal: AbortSignal;
  /** Decides by the head who takes the pieces; where nobody does, the answer is read no further. */
  open(head: DownloadHead): Promise<WritePiece | undefined>;
}

/**
 * Follows no redirect. Any status is an answer.
 * @throws {HubError} as `GuardedFetch` does; `upstream_failed` where it breaks off before its end.
 */
export type GuardedDownload = (download: Download) => Promise<DownloadHead>;

const LIMITS = { dnsMs: 5_000, connectMs: 5_000, firstByteMs: 30_000, maxRedirects: 0 };

export function createDownload(settings: Omit<FetchSettings, "limits">): GuardedDownload {
  const { resolve, hasDns, userAgent = "agent-api-hub (self-hosted)", dial = dialDirectly } = settings;
  const rules = rulesFor(settings);
  return ({ url, headers = {}, maxBytes, silentMs, totalMs, signal: caller, open }) => {
    const late = () => new HubError("upstream_timeout", "The upstream service did not finish its answer in time.");
    const message = { method: "GET", headers: requestHeaders(headers, userAgent) };
    return withDeadline(totalMs, late, caller, (signal) =>
      followRedirects(
        url,
        message,
        {
          resolve,
          hasDns,
          rules,
          open: dialled(dial),
          limits: LIMITS,
          route: (each) => ({ url: each, trusted: false, known: true }),
          mayFollow: () => false,
          async arrive(head) {
            const answer = { status: head.statusCode ?? 0, headers: answerHeaders(head.rawHeaders) };
            const write = await open(answer);
            if (write !== undefined) await copy(head, { write, maxBytes, silentMs, signal });
            return answer;
          },
        },
        signal,
      ),
    );
  };
}

interface Copying {
  readonly write: WritePiece;
  readonly maxBytes: number;
  readonly silentMs: number;
  readonly signal: AbortSignal;
}

async function copy(head: IncomingMessage, { write, maxBytes, silentMs, signal }: Copying): Promise<void> {
  // Compressed on the way it could not be gone on with in the middle.
  if (contentCodings(head).length > 0)
    throw new HubError("upstream_invalid", "The upstream service compressed what must come as it is.");
  const tooLarge = () => new HubError("upstream_too_large", "The upstream answer is larger than it may be.");
  if (Number(head.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const silent = () => new HubError("upstream_timeout", `The upstream service sent nothing for ${silentMs / 1000} s.`);
  let timer = setTimeout(() => head.destroy(silent()), silentMs);
  let size = 0;
  try {
    for await (const piece of head as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      signal.throwIfAborted();
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      await write(piece);
      timer = setTimeout(() => head.destroy(silent()), silentMs);
    }
  } catch (error) {
    if (error instanceof HubError || signal.aborted || isOfTheDisk(error)) throw error;
    throw brokenOff(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whoever writes the pieces down says what is wrong with the disk; a socket's faults name no path. */
function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES)$/.test(String(error.code));
}
