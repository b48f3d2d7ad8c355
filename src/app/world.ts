/** What a hub is lent: by the machine it runs on, or by a test that has toys in place of what is outside. */
import type { UsageSource } from "../catalog/search/usage.ts";
import type { History, Ledger } from "../payment/ledger.ts";
import type { WalletSource } from "../payment/wallet-check.ts";
import type { Catalog } from "../runtime/catalog.ts";
import type { HubError } from "../runtime/errors.ts";
import type { LanguageModel } from "../runtime/llm.ts";
import type { Stage } from "../runtime/run/pipeline.ts";
import type { Clock } from "../runtime/world.ts";
import type { Registry } from "../runtime/run/registry.ts";
import type { Sandbox } from "../sandbox-ledger/sandbox.ts";
import type { Store } from "../store/store.ts";
import type { Learning } from "../usage/learning.ts";
import type { OpenLimiters } from "./accounts.ts";
import type { ServedCatalog } from "./catalog.ts";
import type { FollowedWallet, WalletFollower } from "./follower.ts";
import type { Log } from "./log.ts";
import type { StageDeps } from "./stages.ts";

/** A ledger with all that a hub asks of it. */
export type HubLedger = Ledger & History & WalletSource;

export interface LedgerFacts {
  /** CAIP-2 name, for example "xrpl:0". */
  readonly network: string;
  /** Of the ledger; none for the sandbox, which is this process. */
  readonly urls: readonly string[];
  /** Where this very process listens. */
  readonly ownUrl: () => string;
  /** Ends every wait. */
  readonly stop: AbortSignal;
}

/** The ledger of a hub without a wallet: play money. */
export interface LocalLedger {
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
}

export interface OpenActors extends AsyncDisposable {
  readonly registry: Registry;
  /** Keeps the registry equal to what lies in the folders, until aborted. */
  watch(stop: AbortSignal): void;
}

export interface World {
  readonly clock: Clock;
  readonly log: Log;
  openStore(): Promise<Store>;
  openLimiters(): Promise<OpenLimiters>;
  openModel(store: Store): LanguageModel;
  /** `undefined` where nothing is learned from use. */
  openLearning(store: Store): Learning | undefined;
  openCatalog(usage: UsageSource | undefined, stop: AbortSignal): ServedCatalog;
  openActors(deps: ActorsDeps): Promise<OpenActors>;
  openLedger(facts: LedgerFacts): HubLedger;
  followWallet(facts: FollowedWallet): WalletFollower;
  /** `wallet` says the classic address of the service wallet on it. */
  openSandbox(wallet: () => Promise<string>, stop: AbortSignal): LocalLedger;
  /** What every run goes through. */
  stages(deps: StageDeps): readonly Stage[];
  /** Told of every error that a request is answered with. */
  report(error: HubError, requestId: string): void;
}
