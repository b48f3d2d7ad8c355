/** `bun run admin …`: what the operator's endpoints do, from the shell and without a running server. */
import { accountRow, wireRow } from "../../accounts/listing.ts";
import type { RowPage } from "../../accounts/page.ts";
import { type Command, defineGroup } from "../command.ts";
import { ACCOUNT_COMMANDS } from "./accounts.ts";
import { action, type Desk, type Rows } from "./action.ts";
import { ACTOR_COMMANDS } from "./actors.ts";
import { ARRIVAL_COMMANDS } from "./arrivals.ts";
import { oauthClientCommand } from "./clients.ts";
import { CONNECTION_COMMANDS } from "./connections.ts";
import { LIMIT_COMMANDS } from "./limits.ts";
import { RUN_COMMANDS } from "./runs.ts";
import { secretCommand } from "./secret.ts";
import { OFFSET } from "./values.ts";

const LISTS: readonly Command[] = [
  listing("accounts", "Lists the accounts.", async ({ operator }, page) =>
    (await operator.accounts(page)).map(accountRow),
  ),
  listing("orders", "Lists the orders.", async ({ operator }, page) => (await operator.orders(page)).map(wireRow)),
  listing("payments", "Lists the deposits, after the gaps that could not be read yet.", async ({ arrivals }, page) =>
    [...(await arrivals.gaps()), ...(await arrivals.deposits(page))].map(wireRow),
  ),
  listing("x402-payments", "Lists the payments for single calls.", async ({ arrivals }, page) =>
    (await arrivals.payments(page)).map(wireRow),
  ),
  listing("parked", "Lists what arrived for nobody.", async ({ arrivals }, page) =>
    (await arrivals.parked(page)).map(wireRow),
  ),
  listing("audit", "Lists what operators did, and which keys were made and ended.", async ({ audit }, page) =>
    (await audit.lines(page)).map(wireRow),
  ),
];

export const adminCommand = defineGroup({
  name: "admin",
  summary: "Does what the operator's endpoints do, without a running server.",
  commands: [
    ...LISTS,
    ...ACCOUNT_COMMANDS,
    ...ARRIVAL_COMMANDS,
    ...LIMIT_COMMANDS,
    ...ACTOR_COMMANDS,
    ...RUN_COMMANDS,
    ...CONNECTION_COMMANDS,
    oauthClientCommand,
    secretCommand,
  ],
});

function listing(name: string, summary: string, list: (desk: Desk, page: RowPage) => Promise<Rows>): Command {
  const args = { offset: OFFSET };
  return action({ name, summary, args, run: (desk, { offset = 0 }) => list(desk, { offset }) });
}
