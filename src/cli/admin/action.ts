/** A command of `admin` that works on the accounts of the store, and prints rows. */
import type { AccountServices } from "../../accounts/services.ts";
import { openAccounts } from "../../app/parts/accounts.ts";
import { type Config, loadConfig } from "../../app/settings/config.ts";
import type { Args, ArgValues } from "../args.ts";
import { type Command, defineCommand } from "../command.ts";
import { tellNewStore } from "../known-store.ts";
import { formatItems } from "../table.ts";

/** The parts of the accounts that the operator works with. */
export type Desk = Pick<
  AccountServices,
  "operator" | "keyLimits" | "disabledActors" | "arrivals" | "corrections" | "orderCare" | "audit"
>;
export type Rows = readonly Readonly<Record<string, unknown>>[];

export const PREFIX = { type: "word", hint: "key prefix", isRequired: true, description: "which account" } as const;

interface Action<A extends Args> {
  readonly name: string;
  readonly summary: string;
  readonly args: A;
  /** Judges what the values say together, before the store is opened. @throws {WrongArgs} */
  check?(values: ArgValues<A>): void;
  run(desk: Desk, values: ArgValues<A>, config: Config): Promise<Rows>;
}

export function action<const A extends Args>({ name, summary, args, check, run }: Action<A>): Command {
  return defineCommand({
    name: `admin ${name}`,
    summary,
    args,
    async run(values) {
      check?.(values);
      const config = loadConfig(process.env);
      tellNewStore(config);
      const { store, services } = await openAccounts(config);
      await using _ = store;
      const rows = await run(services, values, config);
      const text = process.stdout.isTTY ? formatItems(rows, process.stdout.columns) : JSON.stringify(rows);
      process.stdout.write(`${text}\n`);
      return 0;
    },
  });
}
