/** `bun run admin connections` and `end-connection`: what accounts have connected, as the operator sees it. */
import { OFFSET, REASON } from "./values.ts";
import { type Command, defineCommand } from "../command.ts";
import { withConnections } from "../with-connections.ts";

export const CONNECTION_COMMANDS: readonly Command[] = [
  defineCommand({
    name: "admin connections",
    summary: "Lists everybody's connections, without what is secret.",
    args: { offset: OFFSET },
    run: ({ offset = 0 }) => withConnections(({ operatorConnections }) => operatorConnections.list(offset)),
  }),
  defineCommand({
    name: "admin end-connection",
    summary: "Ends a connection: its credential is forgotten, and calls with it are refused within half a second.",
    args: {
      id: { type: "word", hint: "connection id", isRequired: true, description: "which connection" },
      reason: REASON,
    },
    run: ({ id, reason }) =>
      withConnections(async ({ operatorConnections }) => {
        await operatorConnections.end(id, reason);
        return [{ id, state: "revoked" }];
      }),
  }),
];
