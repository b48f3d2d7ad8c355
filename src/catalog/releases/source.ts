/** Where releases come from, and where they are published: what the fetch and the commands need of it. */
import type { WritePiece } from "../../text/bytes.ts";
import type { KnownPointer, Pointer, Release } from "./release.ts";

export interface ReleaseSource {
  readonly kind: "storage" | "hub";
  /** "same" where it still has the version that is known; `undefined` where nothing is published. */
  pointer(known: string | undefined, signal: AbortSignal): Promise<KnownPointer | "same" | undefined>;
  /**
   * Sends the release as it is packed. `open` is told from which byte it comes: `from`, or 0 where the source cannot go on
   * in the middle. Resolves at its end. @throws {HubError} where it breaks off, or is not there
   */
  download(
    release: Release,
    from: number,
    open: (from: number) => Promise<WritePiece>,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface ReleaseStore extends ReleaseSource {
  upload(release: Release, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** @returns whether it was written: not where somebody else was first */
  point(pointer: Pointer, over: string | undefined, signal: AbortSignal): Promise<boolean>;
}
