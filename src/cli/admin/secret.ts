/** `bun run admin secret rotate` and `forget`: replaces the root secret, and ends what it has replaced. */
import { existsSync } from "node:fs";
import { note } from "../../accounts/audit.ts";
import { openAccounts, rootSecrets } from "../../app/parts/accounts.ts";
import { type Config, loadConfig } from "../../app/settings/config.ts";
import { type LeftUnder, leaveEarlierSecrets } from "../../app/parts/earlier-secrets.ts";
import { revocationFolder } from "../../app/jobs/revocation-job.ts";
import { holdLog } from "../../backup/revocations.ts";
import { linesUnder, signLogAnew } from "../../backup/sign-anew.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { isOfStore, type Secrets } from "../../store/hub/hub-key.ts";
import { forgetEarlierSecrets, rotateSecret } from "../../store/hub/secret.ts";
import { REASON } from "./values.ts";
import { defineCommand, defineGroup } from "../command.ts";

const rotate = defineCommand({
  name: "admin secret rotate",
  summary: "Makes a new secret, and keeps the one before: start every hub of the store anew.",
  args: { reason: REASON },
  async run({ reason }) {
    const config = loadConfig(process.env);
    if (config.HUB_SECRET !== undefined)
      throw new OperatorError(
        "Cannot replace the secret: HUB_SECRET is set, not kept in HUB_DATA_DIR. Start with the new one as HUB_SECRET " +
          "and the old one as HUB_SECRET_PREVIOUS",
      );
    const { store } = await openAccounts(config);
    await using _ = store;
    // The hub has another: what is made here would be in force nowhere.
    if (!(await isOfStore(store, await rootSecrets(config, store))))
      throw new OperatorError(
        "Cannot replace the secret: the one in HUB_DATA_DIR is not the one that this store was made with. Where its hubs " +
          "are given HUB_SECRET, start them with the new one as HUB_SECRET and the old one as HUB_SECRET_PREVIOUS",
      );
    const earlier = await rotateSecret(config.HUB_DATA_DIR);
    await store.transact(() => note("secret_rotate", "", reason, Date.now()));
    process.stdout.write(
      `A new secret is in force at the next start; ${earlier} earlier one(s) still hold until \`admin secret forget\`.\n`,
    );
    return 0;
  },
});

const forget = defineCommand({
  name: "admin secret forget",
  summary: "Seals anew what is under earlier secrets, and forgets them where nothing needs them any more.",
  args: {
    reason: REASON,
    anyway: { type: "switch", description: "although something is under them: that is lost, and is listed" },
  },
  notes:
    "Backups of their time are opened with them alone: make one now, which needs the present secret alone, or put a copy of " +
    "`secret.previous` away, apart from these, and bring it back into HUB_DATA_DIR before a restore.",
  async run({ reason, anyway: isMeant }) {
    const config = loadConfig(process.env);
    const { store } = await openAccounts(config);
    await using _ = store;
    const secrets = await rootSecrets(config, store);
    if (secrets.earlier.length === 0)
      throw new OperatorError("Cannot forget an earlier secret: there is none in force");
    const { sealed, left: needed } = await leaveEarlierSecrets(store, secrets, config, Date.now());
    process.stdout.write(toldOf(sealed));
    const left = [...needed, ...(await signLog(config, secrets))];
    if (left.length > 0 && !isMeant)
      throw new OperatorError(
        `Cannot forget ${secrets.earlier.length} earlier secret(s): what is still under them is ${left.join("; ")}. ` +
          "Come again later, or say --anyway",
      );
    for (const each of left) process.stdout.write(`Lost: ${each}.\n`);
    await store.transact(() => note("secret_forget", "", reason, Date.now()));
    process.stdout.write(await forgetIn(config));
    return 0;
  },
});

export const secretCommand = defineGroup({
  name: "admin secret",
  summary: "Replaces the root secret, and forgets those it has replaced.",
  commands: [rotate, forget],
});

function toldOf({ connections, clients, lost }: LeftUnder["sealed"]): string {
  const strange = lost === 0 ? "" : `${lost} seal(s) open under no secret that is known, and stay as they are.\n`;
  return `Sealed anew: ${connections} credential(s) of connections, ${clients} secret(s) of OAuth clients.\n${strange}`;
}

/** A hub that runs has done so with its own at its start, where it began with the present secret. */
async function signLog(config: Config, secrets: Secrets): Promise<readonly string[]> {
  const folder = revocationFolder(config);
  if (!existsSync(folder)) return [];
  {
    using held = holdLog(folder);
    if (held !== undefined) {
      const signed = await signLogAnew(folder, secrets);
      if (signed > 0) process.stdout.write(`Signed anew: ${signed} line(s) of the revocation log.\n`);
    }
  }
  const lines = await linesUnder(folder, secrets.earlier);
  return lines === 0 ? [] : [`${lines} line(s) of the revocation log, until the hub of this machine is started anew`];
}

/** What the environment says, only whoever wrote it can take away. */
async function forgetIn({ HUB_SECRET, HUB_SECRET_PREVIOUS, HUB_DATA_DIR }: Config): Promise<string> {
  const forgotten = HUB_SECRET === undefined ? await forgetEarlierSecrets(HUB_DATA_DIR) : 0;
  const kept = HUB_SECRET_PREVIOUS === undefined ? "" : "Nothing needs HUB_SECRET_PREVIOUS any more: take it away. ";
  const done = forgotten === 0 ? "" : `${forgotten} earlier secret(s) are forgotten. `;
  return `${done}${kept}Start every hub anew: until then it takes what was made with them.\n`;
}
