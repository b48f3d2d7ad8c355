/** Authentication that upstreams asked for in calls that brought none: what an entry needs of which nobody says it. */
import type { AccessMethod } from "../access.ts";

export const WALL_SCHEMES = ["basic", "bearer"] as const;
export type WallScheme = (typeof WALL_SCHEMES)[number];

export interface WallRecords {
  note(wall: { readonly entry: string; readonly account?: string; readonly scheme: WallScheme }): void;
  /** The ways that several accounts were asked for; none where nothing is sure. Answered at once, from what was read last. */
  of(entry: string): readonly Extract<AccessMethod, WallScheme>[];
  /** Another one whenever `of` may answer otherwise. */
  version(): number;
}

const CHALLENGE = /(?:^|,)\s*(basic|bearer)(?=\s|,|$)/i;

/** The first scheme of `WWW-Authenticate` (RFC 9110, section 11.6.1) that a person can give a credential for. */
export function schemeOf(challenge: string | null): WallScheme | undefined {
  const text = (challenge ?? "").slice(0, 2000).replace(/"(?:[^"\\]|\\.)*"?/g, "");
  const scheme = CHALLENGE.exec(text)?.[1]?.toLowerCase();
  return WALL_SCHEMES.find((one) => one === scheme);
}
