/** What a connection may be asked for besides: a region, a client, a tenant, scopes. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { browser, codeIn, type Json, send } from "./support.ts";

const region = { enum: ["us-east-1", "eu-west-1"], default: "us-east-1" };
const shelf = emptyShelf();
let catalog: ReturnType<typeof shelf.open>;
let hub: TestHub;
let world: { hub: TestHub; key: string };

const ADMIN = { authorization: "Bearer the operator's token" };

beforeAll(async () => {
  await shelf.build([
    described(
      "amazonaws.com",
      {
        servers: ["http", "https"].map((scheme) => ({
          url: `${scheme}://dynamodb.{region}.amazonaws.com`,
          variables: { region },
        })),
        paths: { "/tables": get("List tables", { operationId: "tables" }) },
      },
      "dynamodb",
    ),
    described(
      "amazonaws.com",
      {
        servers: [{ url: "https://iam.amazonaws.com" }],
        paths: { "/users": get("List users", { operationId: "users" }) },
      },
      "iam",
    ),
    described("microsoft.com", {
      servers: [{ url: "https://graph.microsoft.com/v1.0" }],
      paths: { "/me": get("Read me", { operationId: "me" }) },
    }),
  ]);
  catalog = shelf.open();
  hub = await startHub({ catalog, adminToken: "the operator's token" });
  world = { hub, key: (await openTestAccount(hub.services, "pro")).key };
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog.close();
  shelf[Symbol.dispose]();
});

const TABLES = "amazonaws-com-dynamodb--tables";
const USERS = "amazonaws-com-iam--users";
const ME = "microsoft-com--me";

const begin = (body: Json) => send(world, "POST", "connections/", body);
const dryUrl = async (slug: string, body: Json = {}): Promise<string> =>
  (await send(world, "POST", `proxy/${slug}/call/`, { dry_run: true, ...body })).json.url;

test("a connection with a region calls there, unless the call names another, and signs for it", async () => {
  const begun = await begin({ for: TABLES, region: "eu-west-1" });
  expect(begun.json).toMatchObject({ method: "aws_sigv4", region: "eu-west-1" });
  const given = await browser().submit(begun.json.connect_url, {
    access_key_id: "AKIDEXAMPLE",
    secret_access_key: "wJalrXUtnFEMI",
  });
  await send(world, "POST", `connections/${begun.json.id}/confirm/`, { code: codeIn(given.html) });
  expect(await dryUrl(TABLES)).toBe("https://dynamodb.eu-west-1.amazonaws.com/tables");
  expect(await dryUrl(TABLES, { server: { region: "us-east-1" } })).toBe(
    "https://dynamodb.us-east-1.amazonaws.com/tables",
  );
  // What has no region stays where it is.
  expect(await dryUrl(USERS)).toBe("https://iam.amazonaws.com/users");
});

test.each([
  ["a region of what is not Amazon's", { for: ME, region: "eu-west-1" }, "/region"],
  ["a region that is none", { for: TABLES, region: "eu-west-1.evil.com" }, "/region"],
  ["a tenant of what is not Microsoft's", { for: TABLES, tenant: "contoso.com" }, "/tenant"],
  ["a client where no login is", { for: TABLES, client: "abc" }, "/client"],
  ["scopes where no login is", { for: TABLES, scopes: ["read"] }, "/scopes"],
  ["a tenant that leads elsewhere", { for: ME, tenant: "x/../../evil" }, "/tenant"],
])("%s is refused by name", async (_, body, pointer) => {
  await send(world, "POST", "oauth-clients/", { authority: "entra", client_id: "mine" });
  const answer = await begin(body);
  expect([answer.status, answer.json.errors?.[0]?.pointer]).toEqual([400, pointer]);
});

test("scopes that are asked for anew keep the one that gives a refresh token, and are of logins only", async () => {
  await send(world, "POST", "oauth-clients/", { authority: "entra", client_id: "mine" });
  const scopeOf = async ({ connect_url: link }: Json) => {
    const { response } = await browser().submit(link, {});
    return new URL(response.headers.get("location") ?? "").searchParams.get("scope");
  };
  const reconnect = (id: string) => send(world, "POST", `connections/${id}/reconnect/`, { scopes: ["Mail.Read"] });
  const begun = await begin({ for: ME, scopes: ["User.Read"] });
  expect(await scopeOf(begun.json)).toBe("User.Read offline_access");
  expect(await scopeOf((await reconnect(begun.json.id)).json)).toBe("Mail.Read offline_access");
  const key = await begin({ for: TABLES });
  const refused = await reconnect(key.json.id);
  expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([400, "/scopes"]);
});

test("a client can be chosen among the operator's and one's own, and stays the one that was", async () => {
  const put = await fetch(`${hub.url}/api/v1/admin/oauth-clients/`, {
    method: "POST",
    headers: { ...ADMIN, "content-type": "application/json" },
    body: JSON.stringify({
      authority: "entra",
      client_id: "theirs",
      client_secret: "s3cret-canary",
      reason: "for all",
    }),
  });
  expect([put.status, await put.json()]).toEqual([
    200,
    { authority: "entra", client_id: "theirs", redirect_uri: `${hub.url}/oauth/callback/entra` },
  ]);
  await send(world, "POST", "oauth-clients/", { authority: "entra", client_id: "mine" });
  const clientOf = async (body: Json) => {
    const { json } = await begin({ for: ME, ...body });
    const page = await browser().submit(json.connect_url, {});
    return new URL(page.response.headers.get("location") ?? "").searchParams.get("client_id");
  };
  expect(await clientOf({})).toBe("mine");
  expect(await clientOf({ client: "theirs" })).toBe("theirs");
  expect(await clientOf({ client: "mine", tenant: "contoso.com" })).toBe("mine");
  expect((await begin({ for: ME, client: "nobody" })).json.errors[0].pointer).toBe("/client");
});

test("the operator's clients are listed without their secrets, forgotten by name, and nobody else's to see", async () => {
  const url = `${hub.url}/api/v1/admin/oauth-clients/`;
  for (const [path, method] of [
    ["", "GET"],
    ["", "POST"],
    ["entra/remove/", "POST"],
  ] as const)
    expect((await fetch(url + path, { method, ...(method === "POST" && { body: "{}" }) })).status).toBe(404);
  const listed = await (await fetch(url, { headers: ADMIN })).text();
  expect(JSON.parse(listed).oauth_clients).toEqual([
    {
      authority: "entra",
      client_id: "theirs",
      token_auth: "post",
      has_secret: true,
      redirect_uri: `${hub.url}/oauth/callback/entra`,
      created_at: expect.any(String),
    },
  ]);
  expect(listed).not.toContain("s3cret-canary");
  const remove = () =>
    fetch(`${url}entra/remove/`, {
      method: "POST",
      headers: { ...ADMIN, "content-type": "application/json" },
      body: JSON.stringify({ reason: "over" }),
    });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  const audit = await (await fetch(`${hub.url}/api/v1/admin/audit/`, { headers: ADMIN })).text();
  expect(
    JSON.parse(audit)
      .lines.map(({ action }: Json) => action)
      .slice(0, 2),
  ).toEqual(["no oauth client of entra", "oauth client of entra"]);
  expect(audit).not.toContain("s3cret-canary");
});
