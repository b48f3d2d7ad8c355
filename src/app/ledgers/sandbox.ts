/** Opens the sandbox ledger of a hub without a wallet: its service wallet is rich, and its state outlives a restart. */
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { tellFailure, tellFailures } from "../telemetry/failures.ts";
import type { Log } from "../telemetry/log.ts";
import type { Chain } from "../../sandbox-ledger/chain/chain.ts";
import type { ClosedLedger } from "../../sandbox-ledger/chain/closed-ledger.ts";
import type { ChainHistory } from "../../sandbox-ledger/chain/history.ts";
import { loadSandbox } from "../../sandbox-ledger/load.ts";
import type { Sandbox } from "../../sandbox-ledger/sandbox.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import { holdFile } from "../../store/processes/exclusive.ts";

const SHORTEN_MS = 30_000;
/** About so much history outlives a restart, and is gone through again at each. */
const KEPT_LEDGERS = 1000;
const KEPT_TRANSACTIONS = 2000;
const WALLET_DROPS = 1_000_000_000n;
const SNAPSHOT = "sandbox-ledger.json";
const JOURNAL = "sandbox-ledgers.jsonl";
const LOCK = "sandbox-ledger.lock";

export interface SandboxDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly wallet: () => Promise<string>;
  readonly log: Log;
  /** Ends the closing of ledgers. */
  readonly signal: AbortSignal;
}

/** Disposing of it lets another process have it: only when nothing can be sent to it any more. */
export interface OpenedSandbox extends Disposable {
  readonly get: () => Promise<Sandbox>;
  /** Has the listener called at every closing of a ledger. */
  readonly onClose: (listener: () => void) => void;
}

/** Nothing is loaded, and no ledger closed, before somebody asks for it. */
export function openSandbox({ config, clock, wallet, log, signal }: SandboxDeps): OpenedSandbox {
  const networkId = config.XRPL_SANDBOX_NETWORK_ID;
  const failures = tellFailures("Cannot open the sandbox ledger", log, clock);
  let lock: Disposable | undefined;
  let opened: Promise<Sandbox> | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => (opened ??= open().catch(notOpened)),
    onClose: (listener) => void listeners.add(listener),
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };

  /** Whoever asks next opens it anew: what was in the way may be gone. */
  function notOpened(error: unknown): never {
    opened = undefined;
    failures.tell(error);
    throw new HubError("ledger_unavailable", "The sandbox ledger cannot be opened at the moment.", { cause: error });
  }

  async function open(): Promise<Sandbox> {
    const { closeRegularly, createSandbox } = await loadSandbox();
    const { readSnapshot } = await import("../../sandbox-ledger/snapshot.ts");
    const requiresTag = config.XRPL_DESTINATION_TAG !== undefined;
    const endowments = [{ address: await wallet(), drops: WALLET_DROPS, requiresTag }];
    lock ??= hold();
    const snapshot = readSnapshot(await textOf(SNAPSHOT), networkId);
    const sandbox = createSandbox({ networkId, clock, random: Math.random, endowments, snapshot });
    await keep(sandbox.chain, snapshot !== undefined);
    failures.over();
    sandbox.chain.listen({ closed: () => listeners.forEach((listener) => listener()) });
    // While the hub was down nothing closed, and nobody relies on a ledger whose last one is old.
    if (isDue(sandbox.chain, config.SANDBOX_CLOSE_MS)) sandbox.chain.close();
    closeRegularly(sandbox.chain, config.SANDBOX_CLOSE_MS, signal);
    return sandbox;
  }

  /** Two processes that play on from the same files would tell different balances, and write over each other. */
  function hold(): Disposable | undefined {
    let held: Disposable | undefined;
    try {
      held = holdFile(pathOf(LOCK));
    } catch {
      return undefined; // Nothing can be written there, as is told of the first line.
    }
    if (held === undefined)
      throw new OperatorError(
        `another hub with HUB_DATA_DIR=${config.HUB_DATA_DIR} has it. End that one, or give this one a folder of its own`,
      );
    return held;
  }

  /** Goes on where the last process stood, and writes all that happens down from now on, before anybody hears of it. */
  async function keep(chain: Chain, isContinued: boolean): Promise<void> {
    const { closedLine, replay, submittedLine } = await import("../../sandbox-ledger/journal.ts");
    const { takeSnapshot } = await import("../../sandbox-ledger/snapshot.ts");
    let base = chain.history.last;
    /** The journal lacks lines, or the end of one, for want of room: it is written anew once there is some. */
    let isBroken = false;
    let isBeginning = false;
    if (isContinued) await replay(chain, await textOf(JOURNAL));
    await beginAnew(base);
    chain.listen({
      proposed: ({ transaction }) => write(submittedLine(transaction)),
      queued: (transaction) => write(submittedLine(transaction)),
      closed(ledger) {
        write(closedLine(ledger));
        if (isBroken) void beginAnew(oldestKept(chain.history));
      },
    });
    const shortening = setInterval(() => {
      const from = oldestKept(chain.history);
      if (from.index > base.index) void beginAnew(from);
    }, SHORTEN_MS);
    signal.addEventListener("abort", () => clearInterval(shortening), { once: true });

    async function beginAnew(from: ClosedLedger): Promise<void> {
      if (isBeginning) return;
      isBeginning = true;
      try {
        await begin(from);
      } catch (error) {
        noticeBreak(error); // The next ledger tries again.
      }
      isBeginning = false;
    }

    /** The snapshot first: lines of ledgers before it say nothing. Each file is written beside and then moved. */
    async function begin(from: ClosedLedger): Promise<void> {
      const snapshot = pathOf(SNAPSHOT);
      await writeFile(`${snapshot}.new`, JSON.stringify(takeSnapshot(from, networkId)));
      await rename(`${snapshot}.new`, snapshot);
      // In one breath, since ledgers go on closing.
      const lines: string[] = [];
      for (let index = from.index + 1; index <= chain.history.last.index; index++) {
        const ledger = chain.history.at(index);
        if (ledger !== undefined) lines.push(closedLine(ledger));
      }
      lines.push(...[...chain.openTransactions, ...chain.queue.transactions].map(submittedLine));
      const journal = pathOf(JOURNAL);
      writeFileSync(`${journal}.new`, lines.join(""));
      renameSync(`${journal}.new`, journal);
      base = from;
      if (isBroken) log.info("The sandbox ledger is written down again.");
      isBroken = false;
    }

    function write(line: string): void {
      if (isBroken) return; // What follows on half a line is read by nobody.
      try {
        appendFileSync(pathOf(JOURNAL), line);
      } catch (error) {
        noticeBreak(error);
      }
    }

    function noticeBreak(error: unknown): void {
      if (!isBroken) tellFailure("Cannot write the sandbox ledger down", error, log);
      isBroken = true;
    }
  }

  function pathOf(name: string): string {
    return join(config.HUB_DATA_DIR, name);
  }

  function textOf(name: string): Promise<string> {
    return readFile(pathOf(name), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return ""; // The first start has none.
      throw error; // What is there must not be begun over.
    });
  }
}

function isDue(chain: Chain, everyMs: number): boolean {
  return (chain.now() - chain.history.last.closeTime) * 1000 > everyMs;
}

function oldestKept(history: ChainHistory): ClosedLedger {
  let ledger = history.last;
  let transactions = 0;
  for (let kept = 0; kept < KEPT_LEDGERS && transactions < KEPT_TRANSACTIONS; kept++) {
    transactions += ledger.transactions.length;
    const before = history.at(ledger.index - 1);
    if (before === undefined) break;
    ledger = before;
  }
  return ledger;
}
