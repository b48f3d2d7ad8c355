/** One large answer, handed on piece by piece as it comes: never more of it in memory than a piece. */
import { HubError } from "../runtime/errors.ts";
import { announcedBytes, piecesOf } from "./body.ts";
import { openAlone } from "./connect.ts";
import { contentCodings } from "./content-codings.ts";
import { brokenOff } from "./exchange.ts";
import type { FetchSettings } from "./fetch.ts";
import { followRedirects } from "./follow-redirects.ts";
import { answerHeaders, requestHeaders } from "./headers.ts";
import type { HttpAnswer } from "./http-socket.ts";
import { rulesFor } from "./target.ts";
import { withDeadline } from "../runtime/async/with-deadline.ts";
import type { WritePiece } from "../text/bytes.ts";

export interface DownloadHead {
  readonly status: number;
  readonly headers: Headers;
}

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
  const { resolve, hasDns, userAgent = "agent-api-hub (self-hosted)", connect } = settings;
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
          open: openAlone(connect),
          limits: LIMITS,
          route: (each) => ({ url: each, trusted: false, known: true }),
          mayFollow: () => false,
          async arrive(head) {
            head.pause(); // Nothing of it waits in memory while it is made out who takes it.
            const answer = { status: head.statusCode, headers: answerHeaders(head.rawHeaders) };
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

interface CopyOptions {
  readonly write: WritePiece;
  readonly maxBytes: number;
  readonly silentMs: number;
  readonly signal: AbortSignal;
}

async function copy(head: HttpAnswer, { write, maxBytes, silentMs, signal }: CopyOptions): Promise<void> {
  // Compressed on the way it could not be gone on with in the middle.
  if (contentCodings(head).length > 0)
    throw new HubError("upstream_invalid", "The upstream service compressed what must come as it is.");
  const tooLarge = () => new HubError("upstream_too_large", "The upstream answer is larger than it may be.");
  if (announcedBytes(head) > maxBytes) throw tooLarge();
  const silent = () => new HubError("upstream_timeout", `The upstream service sent nothing for ${silentMs / 1000} s.`);
  const pieces = piecesOf(head);
  const next = () => withDeadline(silentMs, silent, signal, () => pieces.next());
  let size = 0;
  try {
    for (let piece = await next(); piece.done !== true; piece = await next()) {
      size += piece.value.length;
      if (size > maxBytes) throw tooLarge();
      await write(piece.value);
    }
  } catch (error) {
    if (error instanceof HubError || signal.aborted || isDiskFault(error)) throw error;
    throw brokenOff(error);
  }
}

/** Whoever writes the pieces down says what is wrong with the disk; a socket's faults name no path. */
function isDiskFault(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES)$/.test(String(error.code));
}
