/** What entries of the whole catalogue need, beside a second reading that shares no code with the first. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { Database } from "bun:sqlite";
import { ROWS } from "../../src/access/rows.ts";
import { createPartsReader } from "../../src/catalog/spec/parts-reader.ts";
import { openFinished } from "../../src/catalog/sqlite.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { playCount } from "../support/long.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);
const SAMPLE = playCount("ACCESS_ENTRIES", { short: 400, long: 4_000 });

type Json = Record<string, any>;

test.skipIf(!isBuilt)(
  `of ${SAMPLE} entries is what an independent reading of rows and descriptions says`,
  async () => {
    const catalog = openCatalog(PATH, () => 0);
    const database = openFinished(PATH);
    const parts = createPartsReader(database);
    const documentOf = database.query<{ document: number }, [string]>("SELECT document FROM entries WHERE slug = ?");
    const slugs = slugsBy((slug) => Bun.hash(`access ${slug}`))
      .slice(0, SAMPLE)
      .sort(); // Those of one description together: each is read once.
    const differences: string[] = [];
    for (const slug of slugs) {
      const entry = catalog.entry(slug);
      const spec = (await catalog.spec(slug)) as Json | undefined;
      if (entry === undefined || spec === undefined) throw new Error(`${slug} is gone`);
      const expected = secondReading(entry, spec, parts.schemes(documentOf.get(slug)!.document));
      const found = `${entry.access.state} ${[...entry.access.methods].sort()}`;
      if (found !== expected) differences.push(`${slug}: ${found}, not ${expected}`);
    }
    expect(differences).toEqual([]);
  },
  300_000,
);

test.skipIf(!isBuilt)(
  "is unknown for fewer than 2,500",
  () => {
    const catalog = openCatalog(PATH, () => 0);
    // Who states a scheme is never unknown.
    const unknown = slugsBy(() => 0, "AND auth IN (0, 6)").filter(
      (slug) => catalog.entry(slug)?.access.state === "unknown",
    ).length;
    expect(unknown).toBeLessThan(2500);
  },
  300_000,
);

function slugsBy(order: (slug: string) => number | bigint, among = ""): string[] {
  const database = new Database(PATH, { readonly: true });
  const rows = database.query(`SELECT slug FROM entries WHERE vanished_at IS NULL ${among}`).all() as {
    slug: string;
  }[];
  database.close();
  return rows
    .map(({ slug }) => ({ slug, at: order(slug) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ slug }) => slug);
}

/** `defined` are the security schemes of the whole description, which the specification of one operation leaves out. */
function secondReading({ method, baseUrl }: Entry, spec: Json, defined: Json): string {
  const { host } = new URL(baseUrl);
  const isLent = /\.(execute-api|elb|elasticbeanstalk|compute)\./.test(host);
  const matching = ROWS.flatMap((row) => row.hosts.map((pattern) => ({ row, pattern })))
    .filter(({ pattern }) => (pattern.startsWith("*") ? !isLent && host.endsWith(pattern.slice(1)) : host === pattern))
    .sort(
      (a, b) =>
        Number(a.pattern.startsWith("*")) - Number(b.pattern.startsWith("*")) || b.pattern.length - a.pattern.length,
    );
  const row = matching[0]?.row;
  if (row !== undefined) {
    if (row.unsupported) return "unsupported ";
    if (row.methods.length === 0) return "open ";
    const may = row.optional === "all" || (row.optional === "reads" && (method === "GET" || method === "HEAD"));
    const state = may
      ? "optional"
      : row.methods.every((one) => one.startsWith("oauth2"))
        ? "needs_client"
        : "needs_connection";
    return `${state} ${[...row.methods].sort()}`;
  }
  const [item] = Object.values(spec.paths as Json) as Json[];
  const operation: Json = item?.[method.toLowerCase()] ?? item?.additionalOperations?.[method] ?? {};
  const schemes: Json = spec.components?.securitySchemes ?? {};
  const required: Json[] | undefined = operation.security;
  if (required !== undefined) {
    const ways = new Set<string>();
    for (const alternative of required.filter((one) => Object.keys(one).length > 0))
      for (const way of waysOf(
        Object.keys(alternative).map((name) => schemes[name]),
        host,
      ))
        ways.add(way);
    const isFree = required.length === 0 || required.some((one) => Object.keys(one).length === 0);
    const names = [...ways].sort().join(",");
    if (isFree && ways.size > 0) return `optional ${names}`;
    if (isFree) return "401" in (operation.responses ?? {}) ? "unknown " : "open ";
    if (ways.size > 0)
      return `${[...ways].every((one) => one.startsWith("oauth2")) ? "needs_client" : "needs_connection"} ${names}`;
    return "unsupported ";
  }
  const parameters: Json[] = (operation.parameters ?? []).map((one: Json) =>
    one.$ref ? spec.components.parameters[one.$ref.split("/").at(-1)] : one,
  );
  const secrets = parameters.filter(
    ({ name, in: place, schema }) =>
      (place === "header" || place === "query") &&
      /^(authorization|.*api[-_]?key|x-(.*[-_])?(token|auth|key)|token|auth|key|access[-_]?token|auth[-_]?token|app[-_]?key|jwt|secret)$/i.test(
        name,
      ) &&
      !/page|next|skip|continuation|cursor|sync|upload/i.test(name) &&
      (schema?.type === undefined || schema.type === "string"),
  );
  if (secrets.length > 0) return `${secrets.some((one) => one.required) ? "needs_connection" : "optional"} api_key`;
  const [lone, ...others] = Object.values(defined);
  const ways = lone === undefined || others.length > 0 ? [] : waysOf([lone as Json], host);
  return ways.length === 0 ? "unknown " : `optional ${ways.sort().join(",")}`;
}

function waysOf(parts: Json[], host: string): string[] {
  if (parts.some((one) => one === undefined)) return [];
  const isOauth = (one: Json) => one.type === "oauth2" || one.type === "openIdConnect";
  if (parts.some(isOauth)) {
    if (!parts.every(isOauth)) return [];
    const { authorizationCode: code, clientCredentials: client } = parts[0]?.flows ?? {};
    const isOurs = (url: string) =>
      /^(?:https:|\/.)/.test(url) && sameOwner(new URL(url, `https://${host}`).hostname, host);
    return [
      ...(code && isOurs(code.tokenUrl) && isOurs(code.authorizationUrl) ? ["oauth2_code"] : []),
      ...(client && isOurs(client.tokenUrl) ? ["oauth2_client"] : []),
    ];
  }
  const kinds = parts.map((one) => {
    if (one.type === "apiKey") return one.in === "cookie" ? undefined : "api_key";
    if (one.type !== "http") return undefined;
    const scheme = one.scheme.toLowerCase();
    return scheme === "basic" ? "basic" : ["bearer", "oauth", "token"].includes(scheme) ? "bearer" : undefined;
  });
  if (kinds.some((one) => one === undefined)) return [];
  return kinds.length === 1 ? [String(kinds[0])] : ["api_key"];
}

/** Good enough for the hosts of the sample: the last two labels, three where the last but one is a registry's. */
function sameOwner(a: string, b: string): boolean {
  const owner = (host: string) => {
    const labels = host.split(".");
    return labels.slice(/^(co|com|gov|org|ac|net)$/.test(labels.at(-2) ?? "") ? -3 : -2).join(".");
  };
  return owner(a) === owner(b);
}
