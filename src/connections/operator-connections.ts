/** Everybody's connections, as the operator sees and ends them; no secret is shown. Each end is a line of the audit. */
import { HubError } from "../runtime/errors.ts";
import type { Store } from "../store/store.ts";
import { byId, newestOfAll } from "./queries/life.ts";
import type { ConnectionRow } from "./queries/row.ts";
import type { Connection, Secret } from "./model.ts";
import type { ConnectionService } from "./service.ts";
import { momentText } from "../runtime/moment.ts";

export interface OperatorConnections {
  /** The newest hundred behind `offset`. */
  list(offset: number): Promise<readonly object[]>;
  /** Ends it, and has its authority forget its token. @throws {HubError} `not_found` */
  end(id: string, reason: string): Promise<void>;
}

export interface OperatorConnectionsDeps {
  readonly store: Store;
  readonly service: Pick<ConnectionService, "find" | "erase">;
  /** Tells the authority that tokens are over. */
  readonly revoke: (connection: Connection, secret: Secret | undefined) => Promise<void>;
  /** Writes a line of the audit. */
  readonly note: (action: string, reason: string) => Promise<void>;
}

export function createOperatorConnections({
  store,
  service,
  revoke,
  note,
}: OperatorConnectionsDeps): OperatorConnections {
  return {
    list: async (offset) => (await store.ask(newestOfAll, { offset })).map(listed),
    async end(id, reason) {
      const [row] = await store.ask(byId, { id });
      if (row === undefined) throw new HubError("not_found", "No connection has this id.");
      const connection = await service.find(row.account_id, id).catch(() => undefined);
      if (connection === undefined) throw new HubError("not_found", "This connection has ended already.");
      await note(`connection ${id} is ended`, reason);
      const secret = await service.erase(connection);
      await revoke(connection, secret);
    },
  };
}

function listed(row: ConnectionRow): object {
  const { id, account_id: account, label, authority, method, state, hosts } = row;
  return {
    id,
    account,
    label,
    authority,
    method,
    state,
    hosts: (JSON.parse(hosts) as readonly string[]).join(" "), // As the hub has written them.
    created_at: momentText(row.created_at),
    last_used_at: momentText(row.last_used_at),
    expires_at: momentText(row.expires_at),
  };
}
