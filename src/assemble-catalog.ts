/** The catalogue as this hub serves it: opened from its file, watched, and imported when there is none yet. */
import { join } from "node:path";
import { importInBackground } from "./catalog/auto-import.ts";
import type { Catalog } from "./catalog/port.ts";
import { CATALOG_FILE, serveCatalog } from "./catalog/serving.ts";
import type { Config } from "./config.ts";
import { HubError } from "./runtime/errors.ts";
import type { Clock } from "./runtime/ports.ts";
import type { Log } from "./log.ts";

export interface ServedCatalog {
  /** @throws {HubError} `overloaded` while there is no catalogue yet. */
  readonly catalog: () => Catalog;
  /** How many entries are served; `undefined` while there is no catalogue yet. */
  readonly entries: () => number | undefined;
}

export function assembleCatalog(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
  clock: Clock,
  stop: AbortSignal,
): ServedCatalog {
  const serving = serveCatalog({
    path: join(config.HUB_DATA_DIR, CATALOG_FILE),
    clock,
    random: Math.random,
    onFault: (error) => log.failure("The catalogue file cannot be opened", error),
  });
  stop.addEventListener("abort", () => serving.close(), { once: true });
  if (serving.current() === undefined) {
    if (config.CATALOG_AUTO_IMPORT === "true") importInBackground(env, log, stop);
    else log.warn("The catalogue is empty; `bun run catalog import` builds it.");
  }
  return {
    entries: () => serving.current()?.totals().entries,
    catalog() {
      const current = serving.current();
      if (current !== undefined) return current;
      throw new HubError("overloaded", "The catalogue is being built; actors serve meanwhile.", { retryAfterMs: 5000 });
    },
  };
}
