/** What a hub is lent: by the machine it runs on, or by a test that has toys in place of what is outside. */
import type { Family } from "../metrics/family.ts";
import type { Metrics } from "../metrics/series.ts";
import type { Catalog } from "../runtime/catalog.ts";
import type { HubError } from "../runtime/errors.ts";
import type { LanguageModel } from "../runtime/llm.ts";
import type { Stage } from "../runtime/run/pipeline.ts";
import type { Clock } from "../runtime/world.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import type { Sandbox } from "../sandbox-ledger/sandbox.ts";
import type { Leadership } from "../store/processes/leader.ts";
import type { OpenChannel } from "../store/processes/news.ts";
import type { RedisConnection } from "../redis/connection.ts";
import type { Secrets } from "../store/hub/hub-key.ts";
import type { Store } from "../store/store.ts";
import type { Learning } from "../usage/learning.ts";
import type { OpenLimiters } from "./parts/accounts.ts";
import type { LearningSources, ServedCatalog } from "./catalog/catalog.ts";
import type { OpenRevocations } from "./jobs/revocation-job.ts";
import type { WalletFollowerDeps, WalletFollower } from "./ledgers/follower.ts";
import type { HubLedger, LedgerOptions } from "./ledgers/ledger.ts";
import type { Log } from "./telemetry/log.ts";
import type { ReadOpenFiles } from "./jobs/open-files.ts";
import type { SystemSockets } from "./process/system-sockets.ts";
import type { FenceStanding } from "./actors/own-actors.ts";
import type { StageDeps } from "./actors/stages.ts";
import type { OpenTracing } from "./telemetry/traces.ts";
import type { OpenScratch } from "../text/scratch-file.ts";

/** The ledger of a hub without a wallet: play money. */
export interface LocalLedger extends Disposable {
  /** Classic address of the service wallet. */
  readonly wallet: () => Promise<string>;
  /** Opens it; absent where it has no doors. */
  readonly get?: () => Promise<Sandbox>;
  /** Has the listener called at every closing of a ledger. */
  onClose(listener: () => void): void;
}

export interface ActorsDeps {
  readonly catalog: () => Catalog;
  readonly model: LanguageModel;
  /** Told why a process of an actor died. */
  readonly died: (cause: string) => void;
}

export interface OpenActors extends AsyncDisposable {
  readonly registry: Registry;
  /** How strong the fence around actors is that are not built in; `undefined` where there is none of those. */
  readonly fence?: () => FenceStanding | undefined;
  /**
   * Keeps the registry equal to what lies in the folders and what is installed, until aborted. `removed` is told of an
   * actor that is installed no more.
   */
  watch(stop: AbortSignal, removed: (slug: string) => void): void;
}

export interface World {
  readonly clock: Clock;
  /** Time that nobody sets: what others must do within some seconds is measured by it. */
  readonly ticks: Clock;
  readonly log: Log;
  openStore(): Promise<Store>;
  /** Tells a collector what requests did, where the settings name one. */
  readonly openTraces: OpenTracing;
  /** How the processes of one store tell each other what has happened. */
  readonly ways: readonly OpenChannel[];
  /** What all of them may be faster by; `undefined` where there is none. */
  connectRedis(): Promise<RedisConnection | undefined>;
  /** Which of the processes does what one has to do. */
  openLeadership(): Promise<Leadership>;
  /** Stands in for the database's own clock; left out, nothing does. */
  readonly storeClock?: Clock;
  /** `processes` says how many of the hub are alive. */
  openLimiters(redis: RedisConnection | undefined, processes: () => number): Promise<OpenLimiters>;
  /** What writes down, outside of the store, what was ended in it. */
  openRevocations(store: Store, secrets: Secrets): OpenRevocations;
  /** Holds the balances against the journal; how many figures differ. */
  verifyLedger(store: Store, stop: AbortSignal): Promise<number>;
  openModel(store: Store): LanguageModel;
  /** `undefined` where nothing is learned from use. */
  openLearning(store: Store): Learning | undefined;
  openCatalog(learned: LearningSources, stop: AbortSignal): ServedCatalog;
  openActors(deps: ActorsDeps): Promise<OpenActors>;
  openLedger(options: LedgerOptions): HubLedger;
  followWallet(deps: WalletFollowerDeps): WalletFollower;
  /** `wallet` says the classic address of the service wallet on it. */
  openSandbox(wallet: () => Promise<string>, stop: AbortSignal): LocalLedger;
  /** Reads what all processes behind this port have measured. */
  shareMetrics(metrics: Metrics): () => Promise<readonly Family[]>;
  /** What every run goes through. */
  stages(deps: StageDeps): readonly Stage[];
  /** How much of the disk under the data directory is free, from 0 to 1; `undefined` where that is not known. */
  freeDisk(): number | undefined;
  /** How many files and connections this process has open. */
  readonly openFiles: ReadOpenFiles;
  /** Those that are open to a port of this process, which may have `most` files and connections open. */
  readonly connectionsTo: SystemSockets["connectionsTo"];
  /** For what would take too much memory; where it is left out, everything is held in memory. */
  readonly openScratch?: OpenScratch;
  /** Told of every error that a request is answered with. */
  report(error: HubError, requestId: string): void;
}
