/** `bun run admin secret rotate`: replaces the root secret that is kept in the data directory. */
import { note } from "../accounts/audit.ts";
import { openAccounts } from "../app/accounts.ts";
import { loadConfig } from "../app/config.ts";
import { OperatorError } from "../runtime/errors.ts";
import { rotateSecret } from "../store/secret.ts";
import { REASON } from "./admin-action.ts";
import { defineCommand, defineGroup } from "./command.ts";

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
    const earlier = await rotateSecret(config.HUB_DATA_DIR);
    await store.transact(() => note("secret_rotate", "", reason, Date.now()));
    process.stdout.write(`A new secret is in force at the next start; ${earlier} earlier one(s) still hold.\n`);
    return 0;
  },
});

export const secretCommand = defineGroup({
  name: "admin secret",
  summary: "Replaces the root secret that is kept in the data directory.",
  commands: [rotate],
});
