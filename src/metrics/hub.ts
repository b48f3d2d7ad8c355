/** How the process and what it depends on are, read whenever somebody asks. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { ReceivingWallet } from "../payment/rail/receiving-wallet.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { Registry } from "../runtime/run/registry.ts";
import type { Labels, Metrics } from "./series.ts";

export interface HubFacts {
  readonly registry: Registry;
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly entries: () => number | undefined;
  readonly model: LanguageModel;
  readonly receivingWallets: readonly ReceivingWallet[];
  /** In milliseconds since the epoch. */
  readonly started: number;
}

type Reading = readonly (readonly [Labels, number | undefined])[];

const NANOSECONDS = 1e9;

export function gaugeHub(metrics: Metrics, facts: HubFacts): void {
  const { registry, entries, model, receivingWallets, started } = facts;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const one = (read: () => number | undefined) => (): Reading => [[{}, read()]];
  const gauges: readonly (readonly [name: string, help: string, read: () => Reading])[] = [
    ["process_resident_memory_bytes", "Memory that the process holds.", one(() => process.memoryUsage.rss())],
    ["process_cpu_seconds", "Processor time since the start.", one(processorSeconds)],
    ["process_start_time_seconds", "When the process began, since the epoch.", one(() => started / 1000)],
    ["hub_event_loop_delay_seconds", "How late timers were since this was last asked.", lateness],
    ["hub_actors", "Actors that are served, and files that were refused.", actors],
    ["hub_catalog_entries", "Entries that the catalogue serves.", one(entries)],
    ["hub_llm_available", "Whether the language model can be asked; absent without one.", one(modelIsUp)],
    ["hub_ledger_counted", "The last ledger whose payments have been counted.", ofWallets(({ ledger }) => ledger)],
    ["hub_ledger_behind", "Validated ledgers that are still to be read.", ofWallets(({ behind }) => behind)],
    ["hub_ledger_gaps", "Ranges of ledgers that no server holds.", ofWallets(({ gaps }) => gaps.length)],
    ["hub_ledger_fault", "1 while payments may not be counted.", ofWallets(({ fault }) => Number(fault !== undefined))],
  ];
  for (const [name, help, read] of gauges) metrics.gauge(name, help, read);

  function lateness(): Reading {
    const seconds = [
      ["0.5", delay.percentile(50)],
      ["0.99", delay.percentile(99)],
      ["1", delay.max],
    ] as const;
    const reading = seconds.map(([share, value]) => [{ share }, finite(value / NANOSECONDS)] as const);
    delay.reset();
    return reading;
  }

  function actors(): Reading {
    return [
      [{ state: "served" }, registry.list().length],
      [{ state: "refused" }, registry.refusals().length],
    ];
  }

  function modelIsUp(): number | undefined {
    return model === NO_MODEL ? undefined : Number(model.fault() === undefined);
  }

  function ofWallets(read: (state: ReturnType<ReceivingWallet["followed"]>) => number): () => Reading {
    return () => receivingWallets.map(({ ledger: { network }, followed }) => [{ network }, read(followed())] as const);
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Before anything was measured there is no number. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) && value < performance.now() ? value : undefined;
}
