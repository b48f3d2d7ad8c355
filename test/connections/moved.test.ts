/** An API whose description is refreshed to another host, or to another login: no connection moves with it. */
import { expect, test } from "bun:test";
import { described, emptyShelf } from "../catalog/support.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startHttp } from "../support/http-server.ts";
import { startHub } from "../support/hub.ts";
import { connectKey, KEY_API, LIST, send } from "./support.ts";

const SECRET = "sk_moved_5f1c9a77e2d04b6c";

test("a connection stays with the hosts it was made for, whatever a refreshed description says", async () => {
  const seen: Record<"old" | "other", string[]> = { old: [], other: [] };
  const serve = (name: "old" | "other") =>
    startHttp((request, response) => {
      seen[name].push(request.rawHeaders.join("\n"));
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  await using old = await serve("old");
  await using other = await serve("other");
  const allow = [`127.0.0.1:${old.port}`, `127.0.0.1:${other.port}`];
  using shelf = emptyShelf();
  const buildFor = (port: number) =>
    shelf.build([described("echo.dev", { servers: [{ url: `http://127.0.0.1:${port}/base` }], ...KEY_API })], {
      allow: new Set(allow),
    });
  await buildFor(old.port);
  let current = shelf.open();
  await using hub = await startHub({
    get catalog() {
      return current;
    },
    allow,
  });
  const { key } = await openTestAccount(hub.services, "pro");
  const world = { hub, key };
  const call = (body: object) => send(world, "POST", `proxy/${LIST}/call/`, body);
  const connection = await connectKey(world, SECRET);
  expect((await call({})).status).toBe(200);
  expect(seen.old.join()).toContain(SECRET);

  await buildFor(other.port);
  current.close();
  current = shelf.open();

  const [byHost, byName] = [await call({}), await call({ connection: connection.id })];
  expect([byHost.status, byHost.json.code]).toEqual([424, "connection_required"]);
  expect(byHost.json.connect.connection_id).not.toBe(connection.id);
  expect([byName.status, byName.json.code]).toEqual([400, "credential_not_for_host"]);
  expect(seen.other).toEqual([]);
  const kept = await send(world, "GET", `connections/${connection.id}/`);
  expect(kept.json).toMatchObject({ state: "active", hosts: [`127.0.0.1:${old.port}`] });
  current.close();
});
