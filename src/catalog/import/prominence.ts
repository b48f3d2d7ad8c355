/**
 * How likely a caller means this operation when its words fit many: known before any query, from stored fields only.
 * Half of it is the provider's renown; the rest tells the main operations of an API from its corners.
 */
import { renownOf } from "../providers.ts";

export interface ProminenceFacts {
  readonly provider: string;
  readonly path: string;
  readonly quality: number;
  readonly deprecated: boolean;
  /** From a version that is not stable. */
  readonly isPreview: boolean;
}

const CENTRAL_SEGMENTS = 2;

/** 0 to 1. */
export function prominenceOf({ provider, path, quality, deprecated, isPreview }: ProminenceFacts): number {
  const segments = path.split("/").filter((segment) => segment !== "" && !/^v\d/i.test(segment)).length;
  const central = CENTRAL_SEGMENTS / Math.max(CENTRAL_SEGMENTS, segments);
  const stable = deprecated ? 0 : isPreview ? 0.3 : 1;
  const prominence = 0.45 * renownOf(provider) + 0.25 * central + 0.15 * quality + 0.15 * stable;
  return Math.round(prominence * 1000) / 1000;
}
