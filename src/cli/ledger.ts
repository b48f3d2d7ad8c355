/** `bun run ledger …`: whether the store adds up, and the reading of networks. */
import { createAudit } from "../accounts/audit.ts";
import { verifyLedger } from "../accounts/verify.ts";
import { type Config, loadConfig } from "../app/settings/config.ts";
import type { Comparison } from "../payment/follower/compare.ts";
import { readAnew } from "../payment/follower/markers.ts";
import { OperatorError } from "../runtime/errors.ts";
import type { Store } from "../store/store.ts";
import { defineCommand, defineGroup } from "./command.ts";
import { openKnownStore } from "./known-store.ts";
import { printable } from "./printable.ts";

const verify = defineCommand({
  name: "ledger verify",
  summary: "Says whether the store's figures are what its rows come to; exit code 1 when anything differs.",
  args: {
    "against-ledger": {
      type: "switch",
      description: "also whether its deposits are what the ledger has validated",
    },
  },
  async run({ "against-ledger": isAgainstLedger }) {
    const config = loadConfig(process.env);
    await using store = await openKnownStore(config);
    const { accounts, entries, differences } = await verifyLedger(store);
    say(differences);
    const against = isAgainstLedger ? await compare(config, store) : [];
    for (const { network, arrivals, differences: wrong, notes } of against)
      say([...wrong, ...notes, `${arrivals} arrival(s) on ${network} were held against the deposits.`]);
    const wrong = against.reduce((sum, each) => sum + each.differences.length, differences.length);
    const verdict = wrong === 0 ? "everything adds up" : `${wrong} figure(s) differ`;
    say([`${accounts} account(s), ${entries} entries: ${verdict}.`]);
    return wrong === 0 ? 0 : 1;
  },
});

const audit = defineCommand({
  name: "ledger audit",
  summary: "Says whether the audit's chain is what was sealed; exit code 1 when a line was changed or is gone.",
  args: {
    holds: { type: "option", hint: "hash", description: "a hash that the log told: whether it stands in the chain" },
  },
  async run({ holds: expected }) {
    const config = loadConfig(process.env);
    await using store = await openKnownStore(config);
    const { position, hash, brokenAt, holds } = await createAudit(store).verify(expected);
    if (brokenAt !== undefined) say([`The audit is broken at line ${brokenAt}: it was changed, or is gone.`]);
    if (holds === false) say([`No line of the audit has the hash ${printable(expected ?? "")}.`]);
    if (brokenAt !== undefined || holds === false) return 1;
    say([position === 0 ? "The audit has no sealed line yet." : `${position} line(s) hold, the newest with ${hash}.`]);
    return 0;
  },
});

const restart = defineCommand({
  name: "ledger restart",
  summary: "Has a network that has begun anew read from its beginning.",
  args: {
    network: { type: "word", hint: "network", isRequired: true, description: "its CAIP-2 name, for example xrpl:1" },
  },
  async run({ network }) {
    const config = loadConfig(process.env);
    await using store = await openKnownStore(config);
    const wallets = await store.transact(() => readAnew(network));
    if (wallets === 0) throw new OperatorError(`Cannot read "${network}" anew: no wallet was read on it`);
    say([`${network} is read from its beginning for ${wallets} wallet(s).`]);
    return 0;
  },
});

export const ledgerCommand = defineGroup({
  name: "ledger",
  summary: "Holds the store against itself and against the ledger.",
  commands: [verify, audit, restart],
});

/** Loaded only where it is asked for: it needs the ledger's library. */
async function compare(config: Config, store: Store): Promise<readonly (Comparison & { network: string })[]> {
  return (await import("../app/ledgers/compare-ledgers.ts")).compareLedgers(config, store);
}

function say(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
}
