import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClients } from "../../src/connections/clients.ts";
import { createConnections } from "../../src/connections/connections.ts";
import { createLinks } from "../../src/connections/link.ts";
import { createVault } from "../../src/connections/vault.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { runInside } from "../support/shell.ts";

const SECRET = "a secret of the tests, long enough";
const CANARY = "sk_canary_of_admin_connections";

test("`admin connections` lists everybody's without a secret, and `admin end-connection` ends one for a reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-connections-"));
  const admin = async (...args: string[]): Promise<string> => {
    const { out, err } = await runInside(["admin", ...args], { HUB_DATA_DIR: folder, HUB_SECRET: SECRET });
    return out + err;
  };
  try {
    const store = await openStore(undefined, folder);
    const clock = { now: Date.now };
    const vault = createVault({ current: SECRET, earlier: [] });
    const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
    const service = createConnections({ store, vault, links: createLinks("a key of the tests"), clients, clock });
    const services = testServices(store);
    const { key } = await openTestAccount(services, "pro");
    const owner = (await services.directory.find(key))?.id ?? "";
    const begun = await service.begin(owner, {
      entry: memoryCatalog().entry("stripe-com--getcharges") as Entry,
      plan: {
        state: "needs_connection",
        methods: ["api_key"],
        source: "stated",
        hosts: ["api.acme.com"],
        ways: [{ method: "api_key", placement: [{ in: "header", name: "X-Key" }], scopes: [] }],
      },
      label: "mine",
    });
    const code = await service.give(begun, {
      secret: { kind: "keys", keys: [CANARY] },
      expires_at: null,
      scopes: null,
    });
    const { id } = (await service.confirm(owner, begun.row.id, code)).row;
    await store[Symbol.asyncDispose]();

    const listed = await admin("connections");
    expect(JSON.parse(listed)).toMatchObject([
      { id, account: owner, label: "mine", state: "active", hosts: "api.acme.com" },
    ]);
    expect(listed).not.toContain(CANARY);
    expect(await admin("end-connection", id)).toContain("--reason");
    expect(JSON.parse(await admin("end-connection", id, "--reason", "an abuse"))).toEqual([{ id, state: "revoked" }]);
    expect(JSON.parse(await admin("connections"))).toMatchObject([{ id, state: "revoked" }]);
    expect(await admin("end-connection", id, "--reason", "again")).toContain("has ended already");
    expect(await admin("end-connection", "nobody", "--reason", "x")).toContain("No connection has this id");
    expect(await admin("audit")).toContain(`connection ${id} is ended`);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
