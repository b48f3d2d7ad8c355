/** How the process and what it depends on are, read whenever somebody asks. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { ReceivingWallet } from "../payment/rail/receiving-wallet.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import type { Labels } from "./family.ts";
import type { Metrics } from "./series.ts";

export interface HubFacts {
  readonly registry: Registry;
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly entries: () => number | undefined;
  /** Digest of the catalogue's file; `undefined` until it is known, or where it is no file. */
  readonly version: (() => string | undefined) | undefined;
  /** What the source of the catalogue has; absent without one. */
  readonly source: (() => { readonly wanted: string | undefined; readonly fault: string | undefined }) | undefined;
  /** Whether this process does what one of a hub's has to do. */
  readonly leads: () => boolean;
  /** How much of the disk under the data directory is free, from 0 to 1; `undefined` where that is not known. */
  readonly freeDisk: () => number | undefined;
  /** How many upstreams this process leaves alone. */
  readonly breakers: () => number;
  /** How strong the fence around actors is that are not built in; `undefined` where there are none. */
  readonly fence: () => { readonly strength: string } | undefined;
  readonly model: LanguageModel;
  readonly receivingWallets: readonly ReceivingWallet[];
  /** How the queue of runs stands, in all processes together; `undefined` before that is known. */
  readonly queue: () => { readonly waiting: number; readonly working: number; readonly oldestMs: number } | undefined;
  /** What came of holding the balances against the journal, last and by this process. */
  readonly verified: () => { readonly differences: number; readonly at: number } | undefined;
  /** When the newest backup was made that was found whole, 0 where none was, in milliseconds since the epoch. */
  readonly backup: () => number | undefined;
  /** In milliseconds since the epoch. */
  readonly started: number;
}

type LabelledValues = readonly (readonly [Labels, number | undefined])[];

const NANOSECONDS = 1e9;
const WINDOW_MS = 30_000;
const SHARES: readonly (readonly [share: string, read: (delay: ReturnType<typeof monitorEventLoopDelay>) => number])[] =
  [
    ["0.5", (delay) => delay.percentile(50)],
    ["0.99", (delay) => delay.percentile(99)],
    ["1", (delay) => delay.max],
  ];

export function gaugeHub(metrics: Metrics, facts: HubFacts): void {
  const {
    registry,
    entries,
    version,
    source,
    leads,
    freeDisk,
    breakers,
    fence,
    model,
    receivingWallets,
    queue,
    verified,
    backup,
    started,
  } = facts;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let since = performance.now();
  let before: readonly (number | undefined)[] = [];
  const one = (read: () => number | undefined) => (): LabelledValues => [[{}, read()]];
  const gauges: readonly (readonly [name: string, help: string, read: () => LabelledValues])[] = [
    ["process_resident_memory_bytes", "Memory that the process holds.", one(() => process.memoryUsage.rss())],
    ["process_cpu_seconds", "Processor time since the start.", one(processorSeconds)],
    ["process_start_time_seconds", "When the process began, since the epoch.", one(() => started / 1000)],
    ["hub_event_loop_delay_seconds", "How late timers were in the last half minute to minute.", lateness],
    ["hub_actors", "Actors that are served, and files that were refused.", actors],
    ["hub_catalog_entries", "Entries that the catalogue serves.", one(entries)],
    ["hub_catalog_info", "1, with the version of the catalogue that is served.", versionInfo],
    ["hub_catalog_behind", "1 while its source has another catalogue; absent without a source.", one(behindSource)],
    ["hub_leader", "1 where this process does what one process of a hub has to do.", one(() => Number(leads()))],
    ["hub_disk_free_ratio", "How much of the disk under the data directory is free.", one(freeDisk)],
    ["hub_breakers_open", "Upstreams that this process leaves alone for a while.", one(breakers)],
    ["hub_fence_weak", "1 where the fence around other people's actors is not whole; absent without any.", one(weak)],
    ["hub_llm_available", "Whether the language model can be asked; absent without one.", one(modelIsUp)],
    ["hub_runs_waiting", "Runs of all processes that wait to be done.", one(() => queue()?.waiting)],
    ["hub_runs_working", "Runs of all processes that are being done.", one(() => queue()?.working)],
    ["hub_runs_oldest_seconds", "How long the first has waited for a place.", one(oldest)],
    ["hub_balances_differ", "Figures that are not what the journal comes to.", one(() => verified()?.differences)],
    ["hub_balances_verified_timestamp_seconds", "When that was last verified, since the epoch.", one(verifiedAt)],
    ["hub_backup_checked_timestamp_seconds", "When the newest backup was made that was found whole.", one(backupAt)],
    ["hub_ledger_counted", "The last ledger whose payments have been counted.", ofWallets(({ ledger }) => ledger)],
    ["hub_ledger_behind", "Validated ledgers that are still to be read.", ofWallets(({ behind }) => behind)],
    ["hub_ledger_gaps", "Ranges of ledgers that no server holds.", ofWallets(({ gaps }) => gaps.length)],
    ["hub_ledger_fault", "1 while payments may not be counted.", ofWallets(({ fault }) => Number(fault !== undefined))],
  ];
  for (const [name, help, read] of gauges) metrics.gauge(name, help, read);

  /** Of this window and the one before: whoever else reads it, such as the operator's page, takes nothing from an alert. */
  function lateness(): LabelledValues {
    const now = SHARES.map(([, read]) => finite(read(delay) / NANOSECONDS));
    const reading = SHARES.map(([share], at) => [{ share }, later(before[at], now[at])] as const);
    if (performance.now() - since >= WINDOW_MS) {
      before = now;
      since = performance.now();
      delay.reset();
    }
    return reading;
  }

  function actors(): LabelledValues {
    return [
      [{ state: "served" }, registry.list().length],
      [{ state: "refused" }, registry.refusals().length],
    ];
  }

  function versionInfo(): LabelledValues {
    const known = version?.();
    return known === undefined ? [] : [[{ version: known.slice(0, 12) }, 1]];
  }

  function weak(): number | undefined {
    const standing = fence();
    return standing && Number(standing.strength !== "full");
  }

  function behindSource(): number | undefined {
    const standing = source?.();
    if (standing === undefined) return undefined;
    return Number(standing.fault !== undefined || standing.wanted !== version?.());
  }

  function verifiedAt(): number | undefined {
    const last = verified();
    return last && last.at / 1000;
  }

  function backupAt(): number | undefined {
    const made = backup();
    return made && made / 1000;
  }

  function oldest(): number | undefined {
    const figures = queue();
    return figures && figures.oldestMs / 1000;
  }

  function modelIsUp(): number | undefined {
    return model === NO_MODEL ? undefined : Number(model.fault() === undefined);
  }

  function ofWallets(read: (state: ReturnType<ReceivingWallet["followed"]>) => number): () => LabelledValues {
    return () => receivingWallets.map(({ ledger: { network }, followed }) => [{ network }, read(followed())] as const);
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** Before anything was measured there is no number. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) && value < performance.now() ? value : undefined;
}
