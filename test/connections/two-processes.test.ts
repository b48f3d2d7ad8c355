/** Two hubs that share a store, an authority that ends a login whose refresh token comes twice, and many calls at once. */
import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { described, NOW } from "../catalog/support.ts";
import { startHttp } from "../support/http-server.ts";
import { freePort, type HubProcess, startHubProcess } from "../support/hub-process.ts";
import { CLIENT, startAuthority } from "./authority.ts";
import { browser, codeIn, followed, type Json } from "./support.ts";

const SLUG = "echo-dev--listthings";
const PATHS = {
  "/things": { get: { operationId: "listThings", summary: "List things", responses: { 200: { description: "ok" } } } },
};

test("fifty calls at two processes whose token has just ended cost one refresh, and all of them succeed", async () => {
  await using authority = await startAuthority();
  const tokens: string[] = [];
  await using upstream = await startHttp((request, response) => {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    tokens.push(token);
    void authority.isGood(token).then((isGood) => response.writeHead(isGood ? 200 : 401).end("{}"));
  });
  const place = `127.0.0.1:${upstream.port}`;
  const folder = await mkdtemp(join(tmpdir(), "connections-"));
  const data = join(folder, "data");
  await mkdir(data);
  const server = { servers: [{ url: `http://${place}` }], paths: PATHS };
  const source = { name: "test", documents: [described("echo.dev", server)] };
  await buildCatalog({ path: join(data, "catalog.sqlite"), now: NOW, allow: new Set([place]), source });
  const row = {
    hosts: [place],
    methods: ["oauth2_code"],
    authority: authority.authority,
    scopes: ["openid", "offline_access", "things"],
  };
  await writeFile(join(folder, "access.json"), JSON.stringify([row]));
  const env = {
    HUB_DATA_DIR: data,
    HUB_ACCESS_FILE: join(folder, "access.json"),
    HUB_SECRET: "a secret that both processes know",
    NET_ALLOW: `${place},${authority.place}`,
    LIMIT_KEY_PER_MINUTE: "0",
  };
  const ports = [await freePort(), await freePort()];
  const hubs: HubProcess[] = [];
  try {
    for (const port of ports) hubs.push(await startHubProcess({ ...env, PORT: String(port) }));
    const [first] = hubs;
    if (first === undefined) throw new Error("No hub");
    authority.register(`${first.url}/oauth/callback/test-authority`);
    const post = async (path: string, body: unknown, key = "", hub = first): Promise<Json> => {
      const headers = { "content-type": "application/json", ...(key !== "" && { "x-api-key": key }) };
      const response = await fetch(`${hub.url}/api/v1/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return (await response.json()) as Json;
    };
    const { api_key: key } = await post("agent/register/", { email: "person@example.com", tier: "free_testnet" });
    await post("agent/oauth-clients/", { authority: "test-authority", ...CLIENT }, key);
    const begun = await post("agent/connections/", { for: SLUG }, key);
    const person = browser();
    const sent = await person.submit(begun.connect_url, {});
    const landed = await followed(person, sent.response.headers.get("location") ?? "");
    await post(`agent/connections/${begun.id}/confirm/`, { code: codeIn(landed.html) }, key);
    const call = (at: number) => post(`agent/proxy/${SLUG}/call/`, {}, key, hubs[at % hubs.length]);
    expect((await call(1)).upstream?.status).toBe(200);

    await authority.forget(tokens.at(-1) ?? "");
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => call(at)));
    expect(new Set(answers.map(({ upstream: answered, code }) => answered?.status ?? code))).toEqual(new Set([200]));
    expect(authority.grants).toEqual(["authorization_code", "refresh_token"]);
    for (const hub of hubs)
      for (const secret of [...new Set(tokens), CLIENT.client_secret]) expect(hub.log()).not.toContain(secret);
  } finally {
    for (const hub of hubs) await hub.kill();
    await rm(folder, { recursive: true });
  }
}, 60_000);
