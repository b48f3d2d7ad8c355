/** `bun run restore <file>`: a backup into an empty store, and what arrived since it was made is read from the ledger again. */
import { loadConfig } from "../app/settings/config.ts";
import { revocationFolder } from "../app/jobs/revocation-job.ts";
import { paidLedgers } from "../app/parts/paid-ledgers.ts";
import { restore, type RulesOf } from "../backup/backup.ts";
import { OperatorError } from "../runtime/errors.ts";
import { earlierSecrets, storedSecret } from "../store/hub/secret.ts";
import { defineCommand } from "./command.ts";
import { endBySignal } from "./end-by-signal.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "Puts a backup into the empty store that DATABASE_URL or HUB_DATA_DIR names.",
  args: {
    file: { type: "word", hint: "file", isRequired: true, description: "what bun run backup has written" },
    revocations: {
      type: "option",
      hint: "folder",
      description: "the log of what was ended since (REVOCATION_LOG_DIR, else `revocations` in HUB_DATA_DIR)",
    },
    "without-revocations": { type: "switch", description: "does without that log: what was ended since lives again" },
  },
  run: ({ file, revocations, "without-revocations": isWithout }) => restoreFrom(file, revocations, isWithout),
});

async function restoreFrom(path: string, named: string | undefined, isWithout: boolean): Promise<number> {
  endBySignal();
  const config = loadConfig(process.env);
  const secrets = [
    config.HUB_SECRET ?? (await storedSecret(config.HUB_DATA_DIR)),
    config.HUB_SECRET_PREVIOUS,
    ...(await earlierSecrets(config.HUB_DATA_DIR)),
  ].filter((secret) => secret !== undefined);
  if (secrets.length === 0)
    throw new OperatorError(
      "Cannot restore without the secret that the backup was made with: set HUB_SECRET, or put the file `secret` back into HUB_DATA_DIR",
    );
  const place = { databaseUrl: config.DATABASE_URL, dataDir: config.HUB_DATA_DIR };
  const revocations = isWithout ? undefined : (named ?? revocationFolder(config));
  const rulesOf: RulesOf = async (store) => ({
    main: (await paidLedgers(store, config)).main,
    referralPercent: config.REFERRAL_PERCENT,
  });
  const { engine, made, readAgain, replayed, strange } = await restore(place, path, secrets, revocations, rulesOf);
  process.stdout.write(`The ${engine} store of ${made} is back.\n`);
  if (replayed !== undefined) {
    process.stdout.write(
      `Since then were ended, and are again: ${replayed.keys} change(s) of keys, ${replayed.accounts} of accounts, ` +
        `${replayed.connections} connection(s), ${replayed.payments} spent payment(s). Counted again were ` +
        `${replayed.deposits} deposit(s), and ${replayed.refunds} refund(s).\n`,
    );
    for (const key of replayed.remade)
      process.stdout.write(
        `The account of ${key} is not in the backup, and was made again for its money: without e-mail address and tier.\n`,
      );
    for (const each of replayed.left) process.stdout.write(`Look at this, it could not be done again: ${each}.\n`);
  }
  if (strange > 0)
    process.stdout.write(`${strange} line(s) of the revocation log are not this hub's, or were changed.\n`);
  for (const { network, after } of readAgain)
    process.stdout.write(`Payments on ${network} are read again from behind ledger ${after} when the hub starts.\n`);
  return 0;
}
