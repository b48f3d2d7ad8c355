/** Requests of Amazon's services, signed by the hub and verified from the published algorithm by code of the test's own. */
import { expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { Database } from "bun:sqlite";
import { awsScope } from "../../src/access/aws.ts";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { type AwsKeys, signAws, type Signable } from "../../src/connections/sign-aws.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { type ApiOperation, readOperation } from "../../src/proxy/request/operation.ts";
import { randomOf } from "../support/random.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const KEYS = { access_key_id: "AKIDEXAMPLE", secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const NOW = Date.UTC(2026, 10, 22, 12);

/** The seven parameters of a signature. */
const SIGNING = ["Content-Sha256", "Date", "Algorithm", "Credential", "Security-Token", "Signature", "SignedHeaders"];

test.skipIf(!existsSync(PATH))(
  "at least 500 operations of Amazon's services are signed as an independent verifier wants them, and show none of the signature",
  async () => {
    const catalog = openCatalog(PATH, () => 0);
    const random = randomOf(20);
    const faults: string[] = [];
    const families = new Set<string>();
    let signed = 0;
    for (const slug of awsSlugs()) {
      const entry = catalog.entry(slug);
      const spec = await catalog.spec(slug);
      const plan = catalog.access(slug);
      if (entry === undefined || spec === undefined || plan === undefined) throw new Error(`${slug} is gone`);
      if (!plan.methods.includes("aws_sigv4")) continue;
      const text = JSON.stringify(spec);
      if (SIGNING.some((name) => text.includes(`"X-Amz-${name}"`))) faults.push(`${slug} shows the signature`);
      const operation = readOperation(entry, spec);
      const built = buildRequest(operation, inputFor(operation, random), {
        credentials: {},
        placed: { headers: {}, query: [] },
        userAgent: "test",
      });
      if (!built.ok) continue;
      signed++;
      families.add(familyOf(slug, built.request.url, JSON.stringify(built.request.headers)));
      const headers = await signAws(built.request, KEYS, { signingName: plan.signingName, now: NOW });
      const fault = faultOf({ ...built.request, headers: { ...built.request.headers, ...headers } });
      if (fault !== undefined) faults.push(`${slug}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(signed).toBeGreaterThanOrEqual(500);
    expect([...families].sort()).toEqual(["json", "query", "rest", "s3"]);
  },
  120_000,
);

const REQUEST: Signable = {
  method: "PUT",
  url: "https://bucket.s3.eu-west-1.amazonaws.com/a%2Bb/c%20d%C3%A9/e%3Df?list-type=2&prefix=%2B%20x&x=",
  headers: { "content-type": "application/json", accept: "*/*" },
  body: new TextEncoder().encode('{"a":1}'),
};

async function signedRequest(request: Signable, keys: AwsKeys = KEYS): Promise<Signable> {
  return { ...request, headers: { ...request.headers, ...(await signAws(request, keys, { now: NOW })) } };
}

test("a path with a plus, a blank and an accent is signed as S3 reads it", async () => {
  expect(faultOf(await signedRequest(REQUEST))).toBeUndefined();
});

test("a session's token is signed, too", async () => {
  const signed = await signedRequest(REQUEST, { ...KEYS, session_token: "FQoGZXIvYXdzE" });
  expect(signed.headers["x-amz-security-token"]).toBe("FQoGZXIvYXdzE");
  expect(faultOf(signed)).toBeUndefined();
});

test("a changed body, address, date or key does not verify", async () => {
  const signed = await signedRequest(REQUEST);
  expect(faultOf({ ...signed, body: new TextEncoder().encode('{"a":2}') })).toBe("the body is another");
  expect(faultOf({ ...signed, url: signed.url.replace("c%20d", "c%20e") })).toBe("the signature is wrong");
  const date = { ...signed.headers, "x-amz-date": "20261122T120001Z" };
  expect(faultOf({ ...signed, headers: date })).toBe("the signature is wrong");
  const other = await signedRequest(REQUEST, { ...KEYS, secret_access_key: "another" });
  expect(faultOf(other)).toBe("the signature is wrong");
});

test.each([
  ["ec2.us-east-1.amazonaws.com", undefined, { service: "ec2", region: "us-east-1" }],
  ["data.iot.eu-west-1.amazonaws.com", "iotdata", { service: "iotdata", region: "eu-west-1" }],
  ["iam.amazonaws.com", undefined, { service: "iam", region: "us-east-1" }],
  ["service.chime.aws.amazon.com", undefined, { service: "chime", region: "us-east-1" }],
  ["s3.us-gov-west-1.amazonaws.com", undefined, { service: "s3", region: "us-gov-west-1" }],
  ["resource-explorer-2.us-east-1.api.aws", undefined, { service: "resource-explorer-2", region: "us-east-1" }],
])("%s is signed for its service and region", (host, name, scope) => expect(awsScope(host, name)).toEqual(scope));

function familyOf(slug: string, url: string, headers: string): string {
  if (slug.startsWith("amazonaws-com-s3-")) return "s3";
  if (headers.includes("x-amz-target")) return "json";
  return url.includes("Action=") ? "query" : "rest";
}

type Json = Record<string, any>;

/** What is required, with texts that are hard to encode; a body of what its schema requires. */
function inputFor(operation: ApiOperation, random: () => number) {
  const required = operation.parameters.filter((one) => one.required && one.fallback === undefined);
  const { lookup } = operation;
  return {
    params: Object.fromEntries(required.map(({ name, schema }) => [name, sampleOf(schema as Json, lookup, random)])),
    ...(operation.bodies[0] !== undefined && { body: sampleOf(operation.bodies[0].schema as Json, lookup, random) }),
  };
}

function sampleOf(given: Json | undefined, lookup: ApiOperation["lookup"], random: () => number, depth = 0): unknown {
  const schema = (given?.$ref === undefined ? given : lookup(given.$ref)) as Json | undefined;
  const [first] = schema?.allOf ?? [];
  if (first !== undefined) return sampleOf(first, lookup, random, depth);
  if (schema?.enum !== undefined) return schema.enum[0];
  if (schema?.type === "object" || schema?.properties !== undefined) {
    const names: string[] = depth > 4 ? [] : (schema.required ?? []);
    return Object.fromEntries(
      names.map((name) => [name, sampleOf(schema.properties?.[name], lookup, random, depth + 1)]),
    );
  }
  if (schema?.type === "array") return [sampleOf(schema.items, lookup, random, depth + 1)];
  if (schema?.type === "integer" || schema?.type === "number") return schema.minimum ?? 1;
  if (schema?.type === "boolean") return random() < 0.5;
  const length = Math.max(schema?.minLength ?? 1, 1);
  const text = schema?.pattern === undefined && random() < 0.7 ? "a b+c=~é!*'()" : "a1";
  return text.padEnd(length, "a").slice(0, schema?.maxLength ?? 100);
}

/** In an order of their own, so that the sample spreads over the families. */
function awsSlugs(): string[] {
  const database = new Database(PATH, { readonly: true });
  const rows = database
    .query(
      "SELECT slug FROM entries WHERE vanished_at IS NULL AND (base_url LIKE '%amazonaws.com%' OR base_url LIKE '%.aws%')",
    )
    .all() as { slug: string }[];
  database.close();
  const mixed = rows.map(({ slug }) => slug).sort((a, b) => (Bun.hash(a) < Bun.hash(b) ? -1 : 1));
  // Those of one description together: each is read once.
  return mixed.slice(0, 1000).sort((a, b) => (a.slice(0, 20) < b.slice(0, 20) ? -1 : 1));
}

/**
 * What is wrong with a signed request, after "Signature Version 4 signing process" of the AWS General Reference.
 * Written for this test: it shares nothing with the signer.
 */
function faultOf({ method, url, headers, body = new Uint8Array() }: Signable): string | undefined {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      given.get("authorization") ?? "",
    );
  if (match === null) return "there is no signature";
  const [, id, day = "", region = "", service = "", names = "", signature = ""] = match;
  if (id !== KEYS.access_key_id) return "the key id is another";
  if (!names.split(";").includes("host")) return "the host is not signed";
  const at = new URL(url);
  if (!at.hostname.split(".").includes(region) && region !== "us-east-1") return "the region is another";
  const sha = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
  const strict = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const segments = at.pathname
    .split("/")
    .map((one) => decodeURIComponent(one))
    .map(strict);
  // Every service but S3 encodes the path twice and takes it without empty segments.
  const path =
    service === "s3"
      ? segments.join("/")
      : segments
          .map(strict)
          .join("/")
          .replace(/\/{2,}/g, "/");
  const pairs = at.search
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name, value.join("=")].map((part) => strict(decodeURIComponent(part)));
    });
  const query = pairs
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
  const hash = sha(body);
  if (given.has("x-amz-content-sha256") && given.get("x-amz-content-sha256") !== hash) return "the body is another";
  const lines = names.split(";").map((name) => {
    const value = name === "host" ? at.host : (given.get(name) ?? "");
    return `${name}:${value.trim().replace(/ +/g, " ")}\n`;
  });
  const canonical = [method, path || "/", query, lines.join(""), names, hash].join("\n");
  const date = given.get("x-amz-date") ?? "";
  const toSign = ["AWS4-HMAC-SHA256", date, `${day}/${region}/${service}/aws4_request`, sha(canonical)].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [region, service, "aws4_request"].reduce(hmac, hmac(`AWS4${KEYS.secret_access_key}`, day));
  return hmac(key, toSign).toString("hex") === signature ? undefined : "the signature is wrong";
}
