/** What the premium documents show of the catalogue; the catalogue provides it. */
import type { Awaitable } from "./ports.ts";

/** A catalogue entry as it goes over the wire; these fields are the ones a feed needs. */
export interface ShowcaseEntry extends Readonly<Record<string, unknown>> {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly proxy_url: string;
  /** ISO 8601. */
  readonly updated_at: string;
}

export interface Showcase {
  /** @throws {HubError} `overloaded` while there is nothing to show yet. */
  readonly ready: () => unknown;
  /** The best-scored entries, best first. */
  best(limit: number): Awaitable<readonly ShowcaseEntry[]>;
  /** The best of every category. */
  picks(
    perCategory: number,
  ): Awaitable<readonly { readonly category: string; readonly entries: readonly ShowcaseEntry[] }[]>;
}
