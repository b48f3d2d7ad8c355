/** Opens the sandbox ledger of a hub without a wallet: its service wallet is rich, and its state outlives a restart. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Sandbox } from "./payment/xrpl/sandbox/sandbox.ts";
import type { Clock } from "./runtime/ports.ts";

const SAVE_MS = 30_000;
const WALLET_DROPS = 1_000_000_000n;
const FILE = "sandbox-ledger.json";

export interface SandboxDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly wallet: () => Promise<string>;
  readonly log: Log;
  /** Ends the closing of ledgers. */
  readonly signal: AbortSignal;
}

export interface OpenedSandbox {
  readonly get: () => Promise<Sandbox>;
  /** Writes the state down, if anybody has used the ledger. */
  readonly save: () => Promise<void>;
  /** Has the listener called at every closing of a ledger. */
  readonly onClose: (listener: () => void) => void;
}

/** Nothing is loaded, and no ledger closed, before somebody asks for it. */
export function openSandbox({ config, clock, wallet, log, signal }: SandboxDeps): OpenedSandbox {
  const file = join(config.HUB_DATA_DIR, FILE);
  const networkId = config.XRPL_SANDBOX_NETWORK_ID;
  let opened: Promise<Sandbox> | undefined;
  const listeners = new Set<() => void>();
  let saved = 0;
  return { get: () => (opened ??= open()), save, onClose: (listener) => void listeners.add(listener) };

  async function open(): Promise<Sandbox> {
    const { closeRegularly, createSandbox } = await import("./payment/xrpl/sandbox/sandbox.ts");
    const { readSnapshot } = await import("./payment/xrpl/sandbox/snapshot.ts");
    const text = await readFile(file, "utf8").catch(() => ""); // The first start has none.
    const requiresTag = config.XRPL_DESTINATION_TAG !== undefined;
    const endowments = [{ address: await wallet(), drops: WALLET_DROPS, requiresTag }];
    const snapshot = readSnapshot(text, networkId);
    const sandbox = createSandbox({ networkId, clock, random: Math.random, endowments, snapshot });
    sandbox.chain.listen({ closed: () => listeners.forEach((listener) => listener()) });
    closeRegularly(sandbox.chain, config.SANDBOX_CLOSE_MS, signal);
    const saving = setInterval(() => {
      save().catch((error: unknown) => log.failure("Cannot write the sandbox ledger down", error));
    }, SAVE_MS);
    signal.addEventListener("abort", () => clearInterval(saving), { once: true });
    return sandbox;
  }

  async function save(): Promise<void> {
    const { chain } = (await opened) ?? {};
    if (chain === undefined || chain.history.last.index === saved) return;
    const { takeSnapshot } = await import("./payment/xrpl/sandbox/snapshot.ts");
    const { last } = chain.history;
    // Written beside it and then moved: a crash in between leaves the older one.
    await writeFile(`${file}.new`, JSON.stringify(takeSnapshot(last, networkId)));
    await rename(`${file}.new`, file);
    saved = last.index;
  }
}
