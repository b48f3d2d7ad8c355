/** `bun run admin oauth-client …`: the OAuth clients that serve every account which has none of its own. */
import { readFileSync } from "node:fs";
import type { OperatorClients } from "../../connections/operator-clients.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { REASON } from "./values.ts";
import type { Args, ArgValues } from "../args.ts";
import { type Command, defineCommand, defineGroup } from "../command.ts";
import { withConnections } from "../with-connections.ts";

const MAX_SECRET = 4000;
const STDIN = 0;

const AUTHORITY = {
  type: "word",
  hint: "authority",
  isRequired: true,
  description: "its id, such as github, google or entra",
  read: authorityOf,
} as const;

const add = onClients(
  "add",
  "Registers a client at an authority, in place of the one before, and prints the address to register there.",
  {
    authority: AUTHORITY,
    "client-id": { type: "option", hint: "id", isRequired: true, description: "of the client", read: clientIdOf },
    "secret-file": {
      type: "option",
      hint: "path|-",
      description: "where its secret stands, - for the standard input; left out, the client is a public one",
    },
    "token-auth": {
      type: "option",
      hint: "basic|post",
      description: "how it shows who it is, where it is not as usual there",
      read: tokenAuthOf,
    },
    reason: REASON,
  },
  async (clients, { authority, "client-id": clientId, "secret-file": path, "token-auth": tokenAuth, reason }) => {
    const secret = path === undefined ? undefined : secretIn(path);
    return [await clients.put({ authority, clientId, secret, tokenAuth, reason })];
  },
);

const list = onClients("list", "Lists them, without their secrets.", {}, (clients) => clients.list());

const remove = onClients(
  "remove",
  "Forgets one: what was connected by it has to be connected again once its token ends.",
  { authority: AUTHORITY, reason: REASON },
  async (clients, { authority, reason }) => {
    await clients.remove(authority, reason);
    return [{ authority, status: "removed" }];
  },
);

export const oauthClientCommand = defineGroup({
  name: "admin oauth-client",
  summary: "OAuth clients that serve every account which has none of its own.",
  commands: [add, list, remove],
});

function onClients<const A extends Args>(
  name: string,
  summary: string,
  args: A,
  run: (clients: OperatorClients, values: ArgValues<A>) => Promise<readonly object[]>,
): Command {
  return defineCommand({
    name: `admin oauth-client ${name}`,
    summary,
    args,
    run: (values) => withConnections(({ operatorClients }) => run(operatorClients, values)),
  });
}

/** No argument of a process holds it: others on the machine can read those. @throws {OperatorError} */
function secretIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path === "-" ? STDIN : path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    throw new OperatorError(`Cannot read the secret of the client: ${why}`, { cause: error });
  }
  if (text === "" || text.length > MAX_SECRET || !/^[\x20-\x7e]+$/.test(text))
    throw new OperatorError(
      `Cannot use the secret of the client: it is not one line of 1 to ${MAX_SECRET} ASCII characters`,
    );
  return text;
}

function authorityOf(text: string): string {
  if (!/^[a-z0-9.-]{1,100}$/.test(text))
    throw new Error("an authority is named by small letters, digits, dots and dashes");
  return text;
}

function clientIdOf(text: string): string {
  if (!/^[\x21-\x7e]{1,500}$/.test(text)) throw new Error("a client's id is 1 to 500 ASCII characters without blanks");
  return text;
}

function tokenAuthOf(text: string): "basic" | "post" {
  if (text !== "basic" && text !== "post") throw new Error("it is one of basic, post");
  return text;
}
