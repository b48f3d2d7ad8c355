/** What an import has done, in plain sentences. */
import type { BuildReport } from "../../catalog/import/options.ts";
import type { SkipReason } from "../../catalog/spec/base-url.ts";

export function buildSummary({ entries, own, skipped, folded }: BuildReport, ms: number): string {
  const lines = Object.entries({ skipped, folded }).flatMap(([what, reasons]) =>
    Object.entries(reasons)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `  ${what} ${count}: ${reason}`),
  );
  const counted =
    own === entries ? `${entries} entries` : `${own} ${own === 1 ? "entry" : "entries"} of it, ${entries} in all,`;
  return [`${counted} in ${(ms / 1000).toFixed(1)} s.`, ...lines].join("\n");
}

/** What whoever wrote the description, or runs the hub, can do about it. */
const REMEDIES: { readonly [Reason in SkipReason]?: string } = {
  "no server address": "name the address under `servers`, or add the description by the address that serves it",
  "server address with an open variable": "give each variable of the server a default",
  "placeholder host": "name the real host under `servers`",
  "local or private host": "NET_ALLOW=<host>:<port> allows a host of your own",
};

export function nothingAdded(skipped: BuildReport["skipped"]): string {
  const remedies = Object.entries(REMEDIES).filter(([reason]) => Object.hasOwn(skipped, reason));
  const lines = remedies.map(([reason, remedy]) => `  ${reason}: ${remedy}`);
  return ["None of its operations can be called, so none was added.", ...lines].join("\n");
}
