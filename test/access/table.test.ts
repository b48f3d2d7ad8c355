import { describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { getDomain } from "tldts";
import { accessOf, type DescribedOperation, planOf, statedAccess } from "../../src/access/assess.ts";
import { AUTHORITIES } from "../../src/access/authorities.ts";
import { isCredential } from "../../src/access/credential-parameter.ts";
import { readAccessRows } from "../../src/access/operator-rows.ts";
import { AccessRow } from "../../src/access/row.ts";
import { ROWS } from "../../src/access/rows.ts";
import { createAccessTable } from "../../src/access/table.ts";
import { Authority } from "../../src/runtime/access.ts";

const SILENT: DescribedOperation = { security: undefined, schemes: {}, parameters: [], statuses: [] };
const table = createAccessTable();
const GOOGLE = {
  authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
};

function reading(described: Partial<DescribedOperation>, baseUrl = "https://api.acme.example", method = "GET") {
  return accessOf(table, { method, baseUrl }, () => statedAccess({ baseUrl }, { ...SILENT, ...described }));
}

describe("the table of access", () => {
  test("holds eighty rows at least, each valid, each host once, each authority known", () => {
    const hosts = ROWS.flatMap((row) => row.hosts);
    expect(ROWS.length).toBeGreaterThanOrEqual(80);
    expect(ROWS.filter((row) => !Value.Check(AccessRow, row))).toEqual([]);
    expect(AUTHORITIES.filter((one) => !Value.Check(Authority, one))).toEqual([]);
    expect(hosts.filter((host, at) => hosts.indexOf(host) !== at)).toEqual([]);
    expect(ROWS.filter((row) => row.authority !== undefined && table.authority(row) === undefined)).toEqual([]);
  });

  test("holds no row with hosts of two owners: what is connected for one goes to all of them", () => {
    const owners = ROWS.map(({ hosts }) => [...new Set(hosts.map((host) => getDomain(host.replace("*", "any"))))]);
    expect(owners.filter(({ length }) => length > 1)).toEqual([
      ["amazonaws.com", "amazonaws.com.cn", "api.aws", "amazon.com"],
      ["ote-godaddy.com", "godaddy.com"],
      ["nexmo.com", "vonage.com"],
      ["getgo.com", "citrixonline.com"],
    ]);
  });

  test("takes the exact host before a suffix, and the longer suffix before a shorter one", () => {
    expect(table.find("sdb.amazonaws.com")?.unsupported).toBeDefined();
    expect(table.find("ec2.us-east-1.amazonaws.com")?.methods).toEqual(["aws_sigv4"]);
    expect(table.find("domainsrdap.googleapis.com")?.methods).toEqual([]);
    expect(table.find("drive.googleapis.com")?.methods).toEqual(["oauth2_code"]);
  });

  test("never lets a cloud's row speak for a host it has lent, nor a name for what only ends like it", () => {
    for (const host of [
      "x1.execute-api.us-east-1.amazonaws.com",
      "x.elb.amazonaws.com",
      "api-of-somebody-else.apicast.io",
      "evilamazonaws.com",
      "com",
    ])
      expect(table.find(host)).toBeUndefined();
  });

  test("believes the operator before itself", () => {
    const own = createAccessTable([{ hosts: ["api.github.com"], methods: ["basic"] }]);
    expect(own.find("api.github.com")?.methods).toEqual(["basic"]);
  });

  test("refuses a row for a suffix under which anybody has hosts", () => {
    for (const host of ["*.herokuapp.com", "*.co.uk", "*.github.io"])
      expect(() => createAccessTable([{ hosts: [host], methods: [] }])).toThrow("anybody can have a host below it");
  });

  test("reads the operator's file, and says what is wrong with one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "access-"));
    try {
      const path = join(folder, "access.json");
      await writeFile(path, JSON.stringify([{ hosts: ["api.acme.com"], methods: ["api_key"] }]));
      expect(readAccessRows(path)).toHaveLength(1);
      await writeFile(path, JSON.stringify([{ hosts: ["api.acme.com"], methods: ["telepathy"] }]));
      expect(() => readAccessRows(path)).toThrow("/0/methods/0");
      await writeFile(path, "[");
      expect(() => readAccessRows(path)).toThrow("it is no JSON");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("what an operation needs", () => {
  test("is what its row says, whatever the description says", () => {
    const described = { security: [], parameters: [{ name: "api_key", in: "query" }] };
    expect(reading(described, "https://graph.microsoft.com/v1.0")).toEqual({
      state: "needs_client",
      methods: ["oauth2_code", "oauth2_client", "oauth2_device"],
      source: "rule",
    });
  });

  test("is optional for reads where the row says so", () => {
    expect(reading({}, "https://api.github.com").state).toBe("optional");
    expect(reading({}, "https://api.github.com", "POST").state).toBe("needs_connection");
  });

  test("is nothing only where the description says so and documents no 401", () => {
    expect(reading({ security: [] }).state).toBe("open");
    expect(reading({ security: [], statuses: ["200", "401"] }).state).toBe("unknown");
    expect(reading({}).state).toBe("unknown");
  });

  test("is the union of what each alternative takes, the easiest first", () => {
    const schemes = { basic: { type: "http", scheme: "basic" }, key: { type: "apiKey", in: "header", name: "X-Key" } };
    expect(reading({ security: [{ basic: [] }, { key: [] }], schemes })).toEqual({
      state: "needs_connection",
      methods: ["api_key", "basic"],
      source: "stated",
    });
    expect(reading({ security: [{ key: [] }, {}], schemes }).state).toBe("optional");
  });

  test("is unsupported where the only way is a cookie, an implicit grant or an authority of another domain", () => {
    const flows = { authorizationCode: { authorizationUrl: "https://evil.test/a", tokenUrl: "https://evil.test/t" } };
    const schemes = {
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
      implicit: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://api.acme.example/a" } } },
      foreign: { type: "oauth2", flows },
      // Its token would be a stranger's.
      wellKnown: { type: "oauth2", flows: { authorizationCode: GOOGLE } },
    };
    for (const name of Object.keys(schemes))
      expect(reading({ security: [{ [name]: [] }], schemes }).state).toBe("unsupported");
  });

  test("is a login at the API's own server where its address begins with a slash, and none where it leads elsewhere", () => {
    const at = (authorizationUrl: string, tokenUrl: string) =>
      planOf(table, { method: "GET", baseUrl: "https://api.acme.example/v1" }, () => ({
        ...SILENT,
        security: [{ login: [] }],
        schemes: { login: { type: "oauth2", flows: { authorizationCode: { authorizationUrl, tokenUrl } } } },
      }));
    expect(at("/oauth/a", "/oauth/t").ways[0]?.authority).toEqual({
      id: "api.acme.example",
      authorize: "https://api.acme.example/oauth/a",
      token: "https://api.acme.example/oauth/t",
    });
    for (const elsewhere of ["//evil.test/t", "/", "t", "javascript:t", "/\\evil.test/t"])
      expect(at("/oauth/a", elsewhere).state).toBe("unsupported");
  });

  test("is a login where the authority is of the API's own domain", () => {
    const flows = {
      authorizationCode: { authorizationUrl: "https://login.acme.example/a", tokenUrl: "https://login.acme.example/t" },
      clientCredentials: { tokenUrl: "https://login.acme.example/t" },
    };
    const plan = planOf(table, { method: "GET", baseUrl: "https://api.acme.example" }, () => ({
      ...SILENT,
      security: [{ login: ["read", "write"] }],
      schemes: { login: { type: "oauth2", flows } },
    }));
    expect(plan).toMatchObject({ state: "needs_client", methods: ["oauth2_code", "oauth2_client"] });
    expect(plan.ways[0]).toMatchObject({ authority: { id: "login.acme.example" }, scopes: ["read", "write"] });
  });

  test("is a parameter that is a credential, required or not as it is", () => {
    const parameters = [{ name: "X-Acme-Token", in: "header", required: true, schema: { type: "string" } }];
    expect(reading({ parameters })).toEqual({ state: "needs_connection", methods: ["api_key"], source: "parameter" });
    expect(reading({ parameters: [{ name: "apikey", in: "query" }] }).state).toBe("optional");
  });

  test("is a scheme that is defined alone and never required: optional", () => {
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    expect(reading({ schemes: { key } })).toEqual({ state: "optional", methods: ["api_key"], source: "stated" });
    expect(reading({ schemes: { key, other: key } }).state).toBe("unknown");
  });
});

test.each([
  "Authorization",
  "x-api-key",
  "apikey",
  "api_key",
  "access_token",
  "X-Shop-Token",
  "jwt",
  "appKey",
  "secret",
])("%s is a credential", (name) => expect(isCredential(name)).toBe(true));

test.each([
  "pageToken",
  "next_token",
  "x-continuation-token",
  "syncToken",
  "keyword",
  "sort_key",
  "uploadToken",
  "author",
])("%s is none", (name) => expect(isCredential(name)).toBe(false));
